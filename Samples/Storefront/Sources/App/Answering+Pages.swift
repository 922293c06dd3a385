import Dispatchers
import HTTPTypes
import Hummingbird
import Pages
import Routing
import ShopKit

extension Answering {
    private var shop: Shop { storefront.shop }

    /// The answer to a request for a page, or to an action.
    func response(to outcome: RouteOutcome, of request: Hummingbird.Request, in visit: Visit) -> Response {
        let path = request.uri.path
        switch outcome.result {
        case .handled:
            if let page = outcome.value(as: Page.self) { return htmlResponse(page, to: request, in: visit) }
            if let answer = outcome.value(as: Answer.self) { return response(to: answer, of: request, in: visit) }
            return Response(status: .noContent)
        case .redirected(let target): return .see(target)
        case .parked(let navigation): return signInResponse(after: navigation, of: request, in: visit)
        case .refused(let reason): return errorPage(.forbidden, "Not for you", reason, to: request, in: visit)
        case .notFound, .declined:
            return errorPage(.notFound, "Not here", explanation(of: path), to: request, in: visit)
        case .invalid(let error):
            return errorPage(.badRequest, "Not an address", "\(error)", to: request, in: visit)
        case .failed(let error): return failure(error, of: request, in: visit)
        case .needsAwait, .blocked, .superseded, .held:
            return failure(UnexpectedOutcome(result: outcome.result), of: request, in: visit)
        }
    }

    /// Leads to the sign-in page, and from there back to a page of the shop.
    private func signInResponse(
        after parked: ParkedNavigation, of request: Hummingbird.Request, in visit: Visit
    ) -> Response {
        let signIn = shop.links.path(SignInRoute())
        guard parked.routerName == shop.pages.name else {
            // An action cannot be done later. The page that it came from is where the sign-in leads.
            visit.states.set(.destination, to: pageBefore(request))
            // A script cannot follow a redirect to another page, so the answer names the page.
            return request.isNavigation ? .see(signIn) : Response(status: .unauthorized, text: signIn)
        }
        // A script that fetches a page does not decide where the visitor goes.
        if request.isNavigation { visit.states.set(.destination, to: parked.redirectTarget) }
        return .see(signIn)
    }

    /// The page of this shop that a request came from.
    func pageBefore(_ request: Hummingbird.Request) -> String? {
        guard let path = request.pathBefore, shop.pages.canOpen("http://shop\(path)") else { return nil }
        return path
    }

    private func explanation(of path: String) -> String {
        "There is nothing at \(path)." + (storefront.isExplaining ? "\n\(shop.pages.explain(path))" : "")
    }

    func htmlResponse(_ page: Page, to request: Hummingbird.Request, in visit: Visit) -> Response {
        // A script that fetches a page does not show its notice.
        let notice = request.isNavigation ? storefront.takeNotice(of: visit) : nil
        let layout = storefront.layout(for: visit, at: request.uri.path, notice: notice)
        return Response(status: .ok, html: layout(page, at: request.uri.path).text)
    }
}

/// An outcome that the shop's own calls do not lead to.
private struct UnexpectedOutcome: Error, CustomStringConvertible {
    let result: RouteOutcome.Result
    var description: String { "the router answered \(result)" }
}
