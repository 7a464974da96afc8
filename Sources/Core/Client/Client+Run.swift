extension Client {
    /// Runs one call from plan to value. Nothing is sent where the plan has problems or the task is cancelled.
    func result<Output, Failure>(of endpoint: Endpoint<Output, Failure>) async -> Result<Output, Failure> {
        let chain = chain.applying(endpoint.changes)
        let answer = await answer(
            to: endpoint.declared, chain, endpoint.receiver, events: nil, plan: { plan(for: endpoint) })
        return await tell(chain.observers, answer, of: endpoint).result
    }

    /// The same, with all that is known of the way there.
    func outcome<Output, Failure>(
        of endpoint: Endpoint<Output, Failure>, events: (@Sendable (CallEvent) -> Void)?
    ) async -> CallOutcome<Output, Failure> {
        let stopwatch = Stopwatch(clock)
        let chain = chain.applying(endpoint.changes)
        let answer = await answer(
            to: endpoint.declared, chain, endpoint.receiver, events: events, plan: { plan(for: endpoint) })
        let (result, end) = await tell(chain.observers, answer, of: endpoint)
        var timings = end.response?.timings ?? Timings()
        timings.total = stopwatch.elapsed
        return CallOutcome(
            result: result, response: end.response, isCancelled: end.isCancelled, attempts: answer.attempts,
            timings: timings)
    }

    /// What the answer is to the endpoint, once those that hear of ends have had their say.
    private func tell<Output, Failure>(
        _ observers: [any CallObserver], _ answer: CallAnswer, of endpoint: Endpoint<Output, Failure>
    ) async -> (result: Result<Output, Failure>, end: CallAnswer) {
        var result = endpoint.interpret(answer.result)
        var end = answer
        for observer in observers {
            var failure: Failure?
            if case .failure(let reason) = result { failure = reason }
            do {
                try await observer.callEnded(end.end(name: endpoint.declared.name, failure, on: clock))
            } catch let own as Failure {
                // What it was told of, or another failure of the endpoint's own type.
                result = .failure(own)
            } catch {
                end.result = .failure(CallFailure(error).after(end.history))
                result = endpoint.interpret(end.result)
            }
        }
        return (result, end)
    }

    /// Without the endpoint's types, so that it is compiled once and not looked up for each.
    private func answer(
        to plan: RequestPlan, _ chain: PluginChain, _ receiver: BodyReceiver?,
        events: (@Sendable (CallEvent) -> Void)?, plan makePlan: @escaping @Sendable () -> RequestPlan
    ) async -> CallAnswer {
        if Task.isCancelled { return CallAnswer(result: .failure(.cancelled)) }
        let request: HTTPRequest
        do throws(PlanError) {
            request = try self.request(for: plan, chain.problems)
        } catch {
            return CallAnswer(result: .failure(.invalid(error)))
        }
        let shared = SharedExchange(
            name: plan.name, url: request.url, bodyLimit: plan.bodyLimit ?? RequestPlan.defaultBodyLimit,
            receiver: receiver, plugins: chain.plugins, transport: transport, clock: clock, events: events,
            plan: makePlan)
        do {
            let response = try await response(to: request, shared, within: plan.timeout ?? chain.timeout)
            return CallAnswer(response, after: shared.history)
        } catch {
            // Whatever a transfer that is being closed ends with, the reason is the cancellation.
            let failure =
                Task.isCancelled
                ? .cancelled : CallFailure(error, hiding: request.secretValues + shared.history.secretValues)
            return CallAnswer(failure, after: shared.history)
        }
    }

    private func response(
        to request: HTTPRequest, _ shared: SharedExchange, within timeout: Duration?
    ) async throws -> HTTPResponse {
        guard let timeout else { return try await Next(Exchange(shared)).response(to: request) }
        let limit = TimeLimit(timeout, for: "the call", on: clock)
        let next = Next(Exchange(shared, limit: limit))
        return try await limit.bound(clock) { try await next.response(to: request) }
    }

    private func request(
        for plan: RequestPlan, _ problems: [PlanProblem]
    ) throws(PlanError) -> HTTPRequest {
        let request: HTTPRequest
        do throws(PlanError) {
            request = try self.request(for: plan)
        } catch {
            throw PlanError(error.problems + problems)
        }
        guard problems.isEmpty else { throw PlanError(problems) }
        return request
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
