import Dispatchers
import HTTPTypes
import Hummingbird
import Pages
import Routing
import ShopKit

extension Answering {
    private var shop: Shop { storefront.shop }

    /// The answer to an action.
    func response(to outcome: RouteOutcome, of request: Hummingbird.Request, in visit: Visit) -> Response {
        switch outcome.result {
        case .handled:
            return outcome.value(as: Answer.self).map { response(to: $0, of: request, in: visit) }
                ?? Response(status: .noContent)
        case .parked:
            // An action cannot be done later. The page that it came from is where the sign-in leads.
            visit.states.set(.destination, to: pageBefore(request))
            let signIn = shop.links.path(SignInRoute())
            // A script cannot follow a redirect to another page, so it is told where to go.
            return request.isNavigation ? .see(signIn) : Response(status: .unauthorized, text: signIn)
        default: return other(outcome, at: request.uri.path, in: visit)
        }
    }

    private func response(to answer: Answer, of request: Hummingbird.Request, in visit: Visit) -> Response {
        switch answer {
        case .next(let page), .done(let page): return .see(shop.links.path(page))
        case .resume(let path): return .see(path.isLocalPath ? path : shop.links.path(HomeRoute()))
        case .taken(let text): return Response(status: .ok, text: text)
        case .problem(let sentence):
            guard request.isNavigation else { return Response(status: .unprocessableContent, text: sentence) }
            visit.states.set(.notice, to: sentence)
            return .see(pageBefore(request) ?? shop.links.path(HomeRoute()))
        }
    }

    /// The page of this shop that a request came from.
    private func pageBefore(_ request: Hummingbird.Request) -> String? {
        guard let path = request.pathBefore, shop.pages.canOpen("http://shop\(path)") else { return nil }
        return path
    }
}
