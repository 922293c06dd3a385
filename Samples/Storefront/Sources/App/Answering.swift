import Dispatchers
import Foundation
import HTTPTypes
import Hummingbird
import Pages
import Routing
import ShopKit
import Steps

extension StateKeys {
    /// A Boolean value that indicates whether the browser got a cookie since the visit is in memory.
    fileprivate static let hasRenewedCookie = StateKey("hasRenewedCookie", default: false)
}

/// Answers requests: each path is opened by the router, and its outcome becomes the answer.
package struct Answering: Sendable {
    let storefront: Storefront
    let log: @Sendable (String) -> Void

    /// The time that a client has to send a form.
    var formTime = Duration.seconds(20)
    var clock: any Clock<Duration> = .continuous

    private var shop: Shop { storefront.shop }

    /// The longest path, with its query, in bytes.
    private static let pathLimit = 2_000

    func answer(_ request: Hummingbird.Request) async throws -> Response {
        // Paths are kept: for after a sign-in, and in the steps of an action.
        guard request.uri.string.utf8.count <= Self.pathLimit else { return Response(status: .uriTooLong) }
        switch (request.method, request.uri.path) {
        case (.get, "/live"): return try await stream(for: request)
        case (.head, "/live"): return try await isVisited(by: request) ? Response(status: .noContent) : .visitIsOver
        case (.get, "/healthz"):
            let observers = shop.states.observations.count + shop.messages.observations.count
            return Response(status: .ok, text: "ok \(storefront.visits.count) visits, \(observers) observers")
        case (.get, let path) where path.hasPrefix("/assets/"): return Assets.answer(path)
        case (.get, _): return try await show(request)
        case (.head, _): return try await show(request).createHeadResponse()
        case (.post, _): return try await act(request)
        default: return Response(status: .methodNotAllowed)
        }
    }

    private func show(_ request: Hummingbird.Request) async throws -> Response {
        guard let visit = try await visit(of: request) else { return .visitIsOver }
        let path = request.uri.string
        // A script fetches a page to bring one up to date: the visitor did nothing.
        let isRecorded = request.isNavigation && !path.hasPrefix(StepsRoute.pattern)
        let outcome = await recording("GET", path, in: visit, if: isRecorded) {
            await shop.pages.open(path: path, payload: Call(visit), following: .none)
        }
        let response = self.response(to: outcome, of: request, in: visit)
        return try await finish(response, request, visit)
    }

    private func act(_ request: Hummingbird.Request) async throws -> Response {
        guard request.isFromHere else { return Response(status: .forbidden, text: "This form is not of this shop.") }
        let fields: [String: String]
        switch await request.fields(within: formTime, of: clock) {
        case .read(let read): fields = read
        case .tooLong: return Response(status: .contentTooLarge)
        case .tooSlow: return Response(status: .requestTimeout)
        case .broken: return Response(status: .badRequest)
        }
        guard let visit = try await visit(of: request) else { return .visitIsOver }
        let userBefore = visit.states[.user]?.name
        // The page may be older than a sign-in in another tab: what is typed there is not for this user.
        if let owner = fields["owner"], owner != visit.states[.user].mark {
            let problem = Answer.problem("This page was another user's, so nothing was saved.")
            return try await finish(response(to: problem, of: request, in: visit), request, visit)
        }
        let path = request.uri.string
        let outcome = await recording("POST", path, in: visit, if: true) {
            await shop.actions.open(path: path, payload: Call(visit, fields: fields), following: .none)
        }
        let response = self.response(to: outcome, of: request, in: visit)
        if visit.states[.user]?.name != userBefore {
            // First everything is stored, then the secret changes.
            try await storefront.visits.save(visit)
            try await storefront.visits.renew(visit)
        }
        return try await finish(response, request, visit)
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

    /// Saves what has changed before the answer goes out.
    private func finish(_ response: Response, _ request: Hummingbird.Request, _ visit: Visit) async throws -> Response {
        var response = response
        // A script does not follow the answer, and asks for pages while a browser follows another one.
        if request.isNavigation { storefront.recorder?.lead(to: response.headers[.location], in: visit) }
        try await storefront.visits.save(visit)
        let isRenewed = request.isNavigation && !visit.states[.hasRenewedCookie]
        if request.visitID != visit.id || isRenewed {
            visit.states.set(.hasRenewedCookie, to: true)
            response.setVisit(visit.id)
        }
        return response
    }
}
