import ApusCore
import ApusURLSession

/// One request through a transport, with no redirect followed.
enum Hop {
    static func outcome(
        _ method: HTTPMethod, _ url: String, fields: [PlanField] = [], body: PlanBody? = nil,
        through transport: URLSessionTransport = URLSessionTransport()
    ) async -> Result<HTTPResponse, TransportError> {
        var plan = RequestPlan()
        plan.method = method
        plan.baseURL = url
        plan.body = body
        for field in fields { plan.declare(field) }
        let endpoint = Endpoint(
            plan: plan, values: [ResponseRow(.any, model: "response") { $0 }], errors: [ResponseRow<Never>]())
        let client = Client(transport: transport) { FollowRedirects(limit: 0) }
        do {
            return .success(try await client.send(endpoint))
        } catch EndpointError<Never>.transport(let error) {
            return .failure(error)
        } catch EndpointError<Never>.cancelled {
            return .failure(TransportError(.cancelled))
        } catch {
            return .failure(TransportError(.other, "\(error)"))
        }
    }

    static func response(
        _ method: HTTPMethod, _ url: String, fields: [PlanField] = [], body: PlanBody? = nil,
        through transport: URLSessionTransport = URLSessionTransport()
    ) async throws -> HTTPResponse {
        try await outcome(method, url, fields: fields, body: body, through: transport).get()
    }
}
