extension Client {
    /// Runs one call from plan to value. Nothing is sent where the plan has problems or the task is cancelled.
    func result<Output, Failure>(of endpoint: Endpoint<Output, Failure>) async -> Result<Output, Failure> {
        endpoint.interpret(await answer(to: endpoint.declared, endpoint.changes, exchange(for: endpoint, events: nil)))
    }

    /// The same, with all that is known of the way there.
    func outcome<Output, Failure>(
        of endpoint: Endpoint<Output, Failure>, events: (@Sendable (CallEvent) -> Void)?
    ) async -> CallOutcome<Output, Failure> {
        let stopwatch = Stopwatch(clock)
        let exchange = exchange(for: endpoint, events: events)
        let answer = await answer(to: endpoint.declared, endpoint.changes, exchange)
        let result = endpoint.interpret(answer)
        var isCancelled = false
        var response: HTTPResponse?
        switch answer {
        case .success(let answer), .failure(.unexpected(let answer, _)): response = answer
        case .failure(.cancelled): isCancelled = true
        case .failure: break
        }
        var timings = response?.timings ?? Timings()
        timings.total = stopwatch.elapsed
        return CallOutcome(
            result: result, response: response, isCancelled: isCancelled, attempts: exchange.attempts,
            timings: timings)
    }

    private func exchange(
        for endpoint: Endpoint<some Sendable, some Error>, events: (@Sendable (CallEvent) -> Void)?
    ) -> Exchange {
        Exchange(
            SharedExchange(
                name: endpoint.declared.name,
                bodyLimit: endpoint.declared.bodyLimit ?? RequestPlan.defaultBodyLimit, receiver: endpoint.receiver,
                transport: transport, clock: clock, events: events, plan: { plan(for: endpoint) }))
    }

    /// Without the endpoint's types, so that it is compiled once and not looked up for each.
    private func answer(
        to plan: RequestPlan, _ changes: [PluginChange], _ exchange: Exchange
    ) async -> Result<HTTPResponse, CallFailure> {
        if Task.isCancelled { return .failure(.cancelled) }
        let request: HTTPRequest
        do throws(PlanError) {
            request = try self.request(for: plan)
        } catch {
            return .failure(.invalid(error))
        }
        let chain = Next(changes.isEmpty ? plugins : PluginChange.apply(changes, to: plugins), exchange)
        do {
            guard let timeout = plan.timeout else { return .success(try await chain.response(to: request)) }
            let shared = exchange.shared
            return .success(
                try await Deadline.limit(to: timeout, on: clock, runningOut: { shared.runOut(of: timeout) }) {
                    try await chain.response(to: request)
                })
        } catch {
            // Whatever a transfer that is being closed ends with, the reason is the cancellation.
            return .failure(Task.isCancelled ? .cancelled : CallFailure(error, of: request))
        }
    }

    private func request(for plan: RequestPlan) throws(PlanError) -> HTTPRequest {
        guard plan.baseURL == nil, base == nil, baseURL != nil else {
            return try RequestCompiler.request(for: plan, base: base)
        }
        var plan = plan
        plan.baseURL = baseURL
        return try plan.request()
    }
}

extension Next {
    /// What comes back from the outermost plugin, its body in the form that the endpoint wants.
    fileprivate func response(to request: HTTPRequest) async throws -> HTTPResponse {
        let response = try await self(request)
        guard let receiver = exchange.shared.receiver else {
            // A transport that streams though nobody asked.
            guard case .stream = response.body.content else { return response }
            return try await BodyReception.collected.receive(response, limit: exchange.bodyLimit)
        }
        return try await receiver.receive(response, limit: exchange.bodyLimit)
    }
}
