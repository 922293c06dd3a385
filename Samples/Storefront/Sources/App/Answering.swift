import Dispatchers
import Foundation
import HTTPTypes
import Hummingbird
import Pages
import Routing
import ShopKit
import Steps
import Storage

extension StateKeys {
    /// A Boolean value that indicates whether the browser got a cookie since the visit is in memory.
    fileprivate static let hasRenewedCookie = StateKey("hasRenewedCookie", default: false)
}

/// Answers requests: each path is opened by the router, and its outcome becomes the answer.
package struct Answering: Sendable {
    let storefront: Storefront
    let log: @Sendable (String) -> Void

    /// The names of the shop.
    var hosts = Hosts()

    /// The time that a client has to send a form.
    var formTime = Duration.seconds(20)
    var clock: any Clock<Duration> = .continuous

    private var shop: Shop { storefront.shop }

    /// The longest path, with its query, in bytes.
    private static let pathLimit = 2_000

    /// Answers a request, also where it fails.
    ///
    /// A request whose body is not read to its end is the last one of its connection.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - peer: The address of the client; empty if it has none.
    /// - Returns: The answer.
    func answer(_ request: Hummingbird.Request, from peer: String = "") async -> Response {
        if let refusal = refusal(of: request) { return refusal.closingConnection }
        guard request.method == .post else {
            let response = await saying(request) { try await look(request) }
            let answer = request.method == .head ? response.createHeadResponse() : response
            return request.hasBody ? answer.closingConnection : answer
        }
        let body = await request.fields(within: formTime, of: clock)
        guard case .read(let fields) = body else { return Response(refusing: body, after: formTime).closingConnection }
        return await saying(request) { try await act(request, fields, from: peer) }
    }

    /// The answer to a request that is refused by its head alone.
    private func refusal(of request: Hummingbird.Request) -> Response? {
        if request.isAmbiguous {
            return Response(status: .badRequest, text: "The end of this request is not clear, by Transfer-Encoding.")
        }
        guard let host = request.host else { return Response(status: .badRequest, text: "A request names one host.") }
        guard hosts.has(host) else {
            let text = "This shop is not at “\(host.cut(to: 100))”. Its names are set with --host."
            return Response(status: .misdirectedRequest, text: text)
        }
        // Paths are kept: for after a sign-in, and in the steps of an action.
        guard request.uri.string.utf8.count <= Self.pathLimit else {
            return Response(status: .uriTooLong, text: "A path has at most \(Self.pathLimit) bytes here.")
        }
        let allowed = methods(at: request.uri.path)
        guard allowed.contains(request.method) else { return notAllowed(allowed, for: request) }
        if request.method == .post, !request.isFromHere {
            return Response(status: .forbidden, text: "This form is not of this shop.")
        }
        return nil
    }

    /// The methods that a path has; those of a page where there is nothing.
    private func methods(at path: String) -> [HTTPRequest.Method] {
        let url = "http://shop\(path)"
        guard shop.actions.canOpen(url) else {
            // A form that is sent to no action gets a page that says so.
            let isSomething = shop.pages.canOpen(url) || ["/live", "/healthz"].contains(path) || Assets.has(path)
            return isSomething ? [.get, .head] : [.get, .head, .post]
        }
        return shop.pages.canOpen(url) ? [.get, .head, .post] : [.post]
    }

    /// The answer to a request that looks at something.
    private func look(_ request: Hummingbird.Request) async throws -> Response {
        switch request.uri.path {
        case "/live":
            guard request.method == .head else { return try await stream(for: request) }
            return try await isVisited(by: request) ? Response(status: .noContent) : .visitIsOver
        case "/healthz": return await health()
        case let path where Assets.has(path): return Assets.answer(path)
        default: return try await show(request)
        }
    }

    /// The answer to the question whether the shop can sell.
    private func health() async -> Response {
        if let problem = await storefront.database.problem() {
            // The path is for the log.
            return Response(status: .serviceUnavailable, text: "failing: the database \(problem.cause)")
        }
        let observers = shop.states.observations.count + shop.messages.observations.count
        return Response(status: .ok, text: "ok \(storefront.visits.count) visits, \(observers) observers")
    }

    private func show(_ request: Hummingbird.Request) async throws -> Response {
        guard let visit = try await visit(of: request) else { return .visitIsOver }
        let path = request.uri.string
        let beginning = storefront.visits.beginning(of: visit)
        // A script fetches a page to bring one up to date: the visitor did nothing.
        let isRecorded = request.isNavigation && !path.hasPrefix(StepsRoute.pattern)
        let outcome = await recording("GET", path, in: visit, if: isRecorded) {
            await shop.pages.open(path: path, payload: Call(visit), following: .none)
        }
        return try await finish(outcome, request, visit, beginning)
    }

    private func act(
        _ request: Hummingbird.Request, _ fields: [String: String], from peer: String
    ) async throws -> Response {
        guard let visit = try await visit(of: request) else { return .visitIsOver }
        let beginning = storefront.visits.beginning(of: visit)
        // The page may be older than a sign-in in another tab: what is typed there is not for this user.
        if let owner = fields["owner"], owner != visit.states[.user].mark {
            let problem = Answer.problem("This page was another user's, so nothing was saved.")
            return try await finish(response(to: problem, of: request, in: visit), request, visit, beginning)
        }
        let userBefore = visit.states[.user]?.name
        let path = request.uri.string
        let outcome = await recording("POST", path, in: visit, if: true) {
            await shop.actions.open(path: path, payload: Call(visit, fields: fields, from: peer), following: .none)
        }
        let isRenewed = visit.states[.user]?.name != userBefore
        return try await finish(outcome, request, visit, beginning, renewing: isRenewed)
    }

    private func recording(
        _ method: String, _ path: String, in visit: Visit, if isRecorded: Bool,
        _ open: @Sendable () async -> RouteOutcome
    ) async -> RouteOutcome {
        guard isRecorded, let recorder = storefront.recorder else { return await open() }
        return await recorder.record(method, path, in: visit, open)
    }

    /// The visit of a request; a new one when the browser goes to a page.
    ///
    /// A script's request may arrive after a sign-in that has changed the cookie: it must not change the cookie again.
    private func visit(of request: Hummingbird.Request) async throws -> Visit? {
        if request.isNavigation { return try await storefront.visits.visit(request.visitID) }
        guard let id = request.visitID else { return nil }
        return try await storefront.visits.known(id)
    }

    private func isVisited(by request: Hummingbird.Request) async throws -> Bool {
        guard let id = request.visitID else { return false }
        return try await storefront.visits.known(id) != nil
    }

    /// The answer to an outcome, once its changes are stored; where the request has failed, they are taken back.
    private func finish(
        _ outcome: RouteOutcome, _ request: Hummingbird.Request, _ visit: Visit, _ beginning: Visits.Beginning,
        renewing isRenewed: Bool = false
    ) async throws -> Response {
        if case .failed(let error) = outcome.result {
            await storefront.visits.takeBack(to: beginning)
            return withCookie(failure(error, of: request, in: visit), request, visit)
        }
        let response = self.response(to: outcome, of: request, in: visit)
        return try await finish(response, request, visit, beginning, renewing: isRenewed)
    }

    /// Saves what has changed before the answer goes out.
    private func finish(
        _ response: Response, _ request: Hummingbird.Request, _ visit: Visit, _ beginning: Visits.Beginning,
        renewing isRenewed: Bool = false
    ) async throws -> Response {
        // A script does not follow the answer, and asks for pages while a browser follows another one.
        if request.isNavigation { storefront.recorder?.lead(to: response.headers[.location], in: visit) }
        do {
            try await storefront.visits.save(visit, since: beginning, renewing: isRenewed)
        } catch {
            return withCookie(failure(error, of: request, in: visit), request, visit)
        }
        return withCookie(response, request, visit)
    }

    private func withCookie(_ response: Response, _ request: Hummingbird.Request, _ visit: Visit) -> Response {
        let isRenewed = request.isNavigation && !visit.states[.hasRenewedCookie]
        guard request.visitID != visit.id || isRenewed else { return response }
        visit.states.set(.hasRenewedCookie, to: true)
        var response = response
        response.setVisit(visit.id)
        return response
    }
}
