import Dispatchers
import Foundation
import HTTPTypes
import Hummingbird
import Pages
import Routing
import ShopKit

/// Answers requests: each path is opened by the router, and what became of it is the answer.
package struct Answering: Sendable {
    let storefront: Storefront
    let log: @Sendable (String) -> Void

    private var shop: Shop { storefront.shop }

    func answer(_ request: Hummingbird.Request) async throws -> Response {
        switch (request.method, request.uri.path) {
        case (.get, "/live"): return try await stream(for: request)
        case (.get, "/healthz"):
            let observers = shop.states.observations.count + shop.messages.observations.count
            return Response(status: .ok, text: "ok \(storefront.visits.count) visits, \(observers) observers")
        case (.get, let path) where path.hasPrefix("/assets/"): return Assets.answer(path)
        case (.get, _), (.head, _): return try await show(request)
        case (.post, _): return try await act(request)
        default: return Response(status: .methodNotAllowed)
        }
    }

    private func show(_ request: Hummingbird.Request) async throws -> Response {
        guard let visit = try await visit(of: request) else { return .noVisit }
        let outcome = await shop.places.open(path: request.uri.string, payload: Call(visit), following: .none)
        let response = await response(outcome, request.uri.path, visit)
        return try await finish(response, request, visit)
    }

    private func act(_ request: Hummingbird.Request) async throws -> Response {
        guard request.isFromHere else { return Response(status: .forbidden, text: "This form is not of this shop.") }
        guard let fields = try await request.fields() else { return Response(status: .contentTooLarge) }
        guard let visit = try await visit(of: request) else { return .noVisit }
        let userBefore = visit.states[.user]?.name
        let call = Call(visit, fields: fields)
        let outcome = await shop.actions.open(path: request.uri.string, payload: call, following: .none)
        if let user = visit.states[.user]?.name, user != userBefore { try await storefront.visits.renew(visit) }
        let response = await response(outcome, request.uri.path, visit)
        return try await finish(response, request, visit)
    }

    /// The visit of a request; a new one when the browser goes to a page.
    ///
    /// A script's request may arrive after a sign-in that has changed the cookie: it must not change the cookie again.
    private func visit(of request: Hummingbird.Request) async throws -> Visit? {
        if request.isNavigation { return try await storefront.visits.visit(request.visitID) }
        guard let id = request.visitID else { return nil }
        return try await storefront.visits.known(id)
    }

    /// What changed is saved before the answer goes out.
    private func finish(_ response: Response, _ request: Hummingbird.Request, _ visit: Visit) async throws -> Response {
        var response = response
        try await storefront.visits.save(visit)
        if request.visitID != visit.id { response.setVisit(visit.id) }
        return response
    }

    private func response(_ outcome: RouteOutcome, _ path: String, _ visit: Visit) async -> Response {
        switch outcome.result {
        case .handled:
            if let page = outcome.value(as: Page.self) { return self.page(page, path, visit) }
            return outcome.value(as: Answer.self).map { answer($0) } ?? Response(status: .noContent)
        case .redirected(let place): return .see(place)
        case .parked(let navigation):
            // Only what the router matched can be parked, so it never leads out of the shop.
            if navigation.url.hasPrefix(SignInPlace.pattern) == false { visit.states.set(.parked, to: navigation) }
            return .see(outcome.redirects.first ?? shop.links.path(SignInPlace()))
        case .refused(let reason): return page(.forbidden, "Not for you", reason, path, visit)
        case .notFound, .declined: return page(.notFound, "Not here", explanation(of: path), path, visit)
        case .invalid(let error): return Response(status: .badRequest, text: "\(error)")
        case .failed(let error):
            let number = Int.random(in: 100_000...999_999)
            log("error \(number) at \(path): \(error)")
            return page(.internalServerError, "Something went wrong", "Its number is \(number).", path, visit)
        case .needsAwait, .blocked, .superseded: return Response(status: .internalServerError)
        }
    }

    private func answer(_ answer: Answer) -> Response {
        switch answer {
        case .next(let path), .done(let path): .see(path.isLocalPath ? path : "/")
        case .taken(let text): Response(status: .ok, text: text)
        case .problem(let sentence): Response(status: .unprocessableContent, text: sentence)
        }
    }

    private func explanation(of path: String) -> String {
        "There is nothing at \(path)." + (storefront.isExplaining ? "\n\(shop.places.explain(path))" : "")
    }

    private func page(
        _ status: HTTPResponse.Status, _ title: String, _ text: String, _ path: String, _ visit: Visit
    ) -> Response {
        var response = page(Page(title: title, body: "<pre>\(text)</pre>"), path, visit)
        response.status = status
        return response
    }

    private func page(_ page: Page, _ path: String, _ visit: Visit) -> Response {
        Response(status: .ok, html: shop.layout(for: visit)(page, at: path).text)
    }
}
