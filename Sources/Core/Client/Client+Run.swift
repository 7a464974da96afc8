extension Client {
    /// Runs one call from plan to outcome. Nothing is sent where the plan has problems or the task is cancelled.
    func run<Output, Failure>(
        _ endpoint: Endpoint<Output, Failure>, events: (@Sendable (CallEvent) -> Void)?
    ) async -> CallOutcome<Output, Failure> {
        let elapsed = clock.stopwatch()
        let shared = SharedExchange(
            name: endpoint.declared.name, bodyLimit: endpoint.declared.bodyLimit ?? RequestPlan.defaultBodyLimit,
            receiver: endpoint.receiver, clock: clock, events: events,
            plan: { plan(for: endpoint) })
        let answer = await answer(to: endpoint, Exchange(shared))
        let result = endpoint.interpret(answer)
        var isCancelled = false
        var response: HTTPResponse?
        switch answer {
        case .success(let answer), .failure(.unexpected(let answer, _)): response = answer
        case .failure(.cancelled): isCancelled = true
        case .failure: break
        }
        var timings = response?.timings ?? Timings()
        timings.total = elapsed()
        return CallOutcome(
            result: result, response: response, isCancelled: isCancelled, attempts: shared.attempts,
            timings: timings)
    }

    private func answer(
        to endpoint: Endpoint<some Sendable, some Error>, _ exchange: Exchange
    ) async -> Result<HTTPResponse, CallFailure> {
        if Task.isCancelled { return .failure(.cancelled) }
        let request: HTTPRequest
        do throws(PlanError) {
            request = try self.request(for: endpoint.declared)
        } catch {
            return .failure(.invalid(error))
        }
        let plugins = endpoint.changes.isEmpty ? plugins : PluginChange.apply(endpoint.changes, to: plugins)
        let chain = Next(plugins: plugins[...], transport: transport, exchange: exchange)
        do {
            guard let timeout = endpoint.declared.timeout else {
                return .success(try await chain.response(to: request))
            }
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
            return try RequestCompiler(plan, base: base).result()
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
