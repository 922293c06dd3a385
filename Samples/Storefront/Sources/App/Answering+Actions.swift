import Dispatchers
import HTTPTypes
import Hummingbird
import Pages
import Routing
import ShopKit

extension Answering {
    private var shop: Shop { storefront.shop }

    /// The answer to an action that was handled.
    func response(to answer: Answer, of request: Hummingbird.Request, in visit: Visit) -> Response {
        switch answer {
        case .next(let page), .done(let page): return .see(shop.links.path(page))
        case .resume(let path): return .see(path.isLocalPath ? path : shop.links.path(HomeRoute()))
        case .later(let sentence, let seconds):
            var response = errorPage(.tooManyRequests, "Not so fast", sentence, to: request, in: visit)
            response.headers[.retryAfter] = "\(seconds)"
            return response
        case .taken(let text): return Response(status: .ok, text: text)
        case .problem(let sentence):
            guard request.isNavigation else { return Response(status: .unprocessableContent, text: sentence) }
            visit.states.set(.notice, to: sentence)
            return .see(pageBefore(request) ?? shop.links.path(HomeRoute()))
        }
    }
}
