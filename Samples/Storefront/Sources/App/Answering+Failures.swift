import HTTPTypes
import Hummingbird
import Pages
import ShopKit
import Storage

extension Answering {
    /// Answers a request, also where that fails before its visit is known.
    func saying(_ request: Hummingbird.Request, _ answer: () async throws -> Response) async -> Response {
        do {
            return try await answer()
        } catch {
            return failure(error, of: request, in: nil)
        }
    }

    /// The page with the number of an error, whose cause is in the log under that number.
    func failure(_ error: any Error, of request: Hummingbird.Request, in visit: Visit?) -> Response {
        let number = Int.random(in: 100_000...999_999)
        let cause = "\(error)".replacing("\n", with: " ")
        log("error \(number) at \(request.method.rawValue) \(request.uri.path): \(cause)")
        let reason = (error as? DatabaseFailure)?.reason
        let isClosed = reason == .removed
        let title = isClosed ? "The shop is closed" : "Something went wrong"
        let text =
            switch reason {
            case .removed: "Its database was removed, so nothing can be bought. "
            case .takenBack: "Some of what you just did may not be stored: look before you do it again. "
            default: "Nothing that you just did was stored. "
            }
        return errorPage(
            isClosed ? .serviceUnavailable : .internalServerError, title,
            text + "The number of this error is \(number).",
            to: request, in: visit)
    }

    /// The answer to a method that a path does not have.
    ///
    /// The address of a button is in the address bar after an error, and a visitor may load it again: a page leads on from there.
    func notAllowed(_ methods: [HTTPRequest.Method], for request: Hummingbird.Request) -> Response {
        guard request.method == .get else { return .notAllowed(methods) }
        let text = "This is the address of a button. Nothing was done."
        var response = errorPage(.methodNotAllowed, "Not a page", text, to: request, in: nil)
        response.headers[.allow] = Response.notAllowed(methods).headers[.allow]
        return response
    }

    /// A page with an error, and a link that leads on; for a script that posts, its text alone.
    func errorPage(
        _ status: HTTPResponse.Status, _ title: String, _ text: String, to request: Hummingbird.Request,
        in visit: Visit?
    ) -> Response {
        if request.method == .post, !request.isNavigation {
            return Response(status: status, text: "\(title): \(text)")
        }
        let links = storefront.shop.links
        let isAtSignIn = [links.action(SignIn()), links.action(Register())].contains(request.uri.path)
        let next =
            isAtSignIn ? links.link(SignInRoute(), "Back to the sign-in") : links.link(HomeRoute(), "To the first page")
        let page = Page(title: title, body: "<pre>\(text)</pre><p>\(next)</p>")
        var response =
            visit.map { htmlResponse(page, to: request, in: $0) }
            ?? Response(status: status, html: Layout.bare(page).text)
        response.status = status
        return response
    }
}
