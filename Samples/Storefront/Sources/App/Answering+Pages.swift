import Dispatchers
import HTTPTypes
import Hummingbird
import Pages
import Routing
import ShopKit

extension Answering {
    private var shop: Shop { storefront.shop }

    /// The answer to a request for a page.
    func response(to outcome: RouteOutcome, at path: String, in visit: Visit) -> Response {
        switch outcome.result {
        case .handled: return outcome.value(as: Page.self).map { page($0, path, visit) } ?? Response(status: .noContent)
        case .parked(let navigation):
            // Only what the router matched can be parked, so it never leads out of the shop.
            visit.states.set(.destination, to: navigation.url)
            return .see(outcome.redirects.first ?? shop.links.path(SignInRoute()))
        default: return other(outcome, at: path, in: visit)
        }
    }

    /// The answer that is the same for pages and actions.
    func other(_ outcome: RouteOutcome, at path: String, in visit: Visit) -> Response {
        switch outcome.result {
        case .redirected(let target): return .see(target)
        case .refused(let reason): return page(.forbidden, "Not for you", reason, path, visit)
        case .notFound, .declined: return page(.notFound, "Not here", explanation(of: path), path, visit)
        case .invalid(let error): return Response(status: .badRequest, text: "\(error)")
        case .failed(let error):
            let number = Int.random(in: 100_000...999_999)
            log("error \(number) at \(path): \(error)")
            return page(.internalServerError, "Something went wrong", "Its number is \(number).", path, visit)
        case .handled, .parked, .needsAwait, .blocked, .superseded: return Response(status: .internalServerError)
        }
    }

    private func explanation(of path: String) -> String {
        "There is nothing at \(path)." + (storefront.isExplaining ? "\n\(shop.pages.explain(path))" : "")
    }

    private func page(
        _ status: HTTPResponse.Status, _ title: String, _ text: String, _ path: String, _ visit: Visit
    ) -> Response {
        var response = page(Page(title: title, body: "<pre>\(text)</pre>"), path, visit)
        response.status = status
        return response
    }

    private func page(_ page: Page, _ path: String, _ visit: Visit) -> Response {
        Response(status: .ok, html: storefront.layout(for: visit)(page, at: path).text)
    }
}
