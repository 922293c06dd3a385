import FlyingFox
import Foundation

extension HTTPResponse {
    /// Returns the headers of every answer, none of which lets another origin read it.
    private static func headers(type: String) -> HTTPHeaders {
        [
            .contentType: type,
            .cacheControl: "no-store",
            HTTPHeader("X-Content-Type-Options"): "nosniff",
            HTTPHeader("Referrer-Policy"): "no-referrer",
            HTTPHeader("X-Frame-Options"): "DENY",
            HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
            HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
            HTTPHeader("Content-Security-Policy"):
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'",
        ]
    }

    static func content(_ data: Data, type: String, status: HTTPStatusCode = .ok) -> HTTPResponse {
        HTTPResponse(statusCode: status, headers: headers(type: type), body: data)
    }

    /// An answer of one sentence.
    static func text(_ text: String, status: HTTPStatusCode) -> HTTPResponse {
        content(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// The answer to a request that is refused, after which the connection is closed.
    ///
    /// The server would parse the unread rest of a body as further requests, with headers of the sender's choice.
    static func refusal(_ refusal: Admission.Refusal) -> HTTPResponse {
        let text = Array(refusal.reason.utf8)
        var response = HTTPResponse(
            statusCode: HTTPStatusCode(refusal.status, phrase: "Refused"),
            headers: headers(type: "text/plain; charset=utf-8"),
            body: HTTPBodySequence(from: LastBody(text: text), count: text.count))
        response.headers[.connection] = "close"
        return response
    }

    static func json(_ text: String) -> HTTPResponse {
        content(Data(text.utf8), type: "application/json; charset=utf-8")
    }

    static func stream(_ stream: LiveStream) -> HTTPResponse {
        HTTPResponse(
            statusCode: .ok, headers: headers(type: "text/event-stream; charset=utf-8"),
            body: HTTPBodySequence(from: stream))
    }
}
