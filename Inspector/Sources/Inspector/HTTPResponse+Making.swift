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
    ///
    /// After the last answer of a connection, the rest of a body is not taken for a request.
    static func text(_ text: String, status: HTTPStatusCode, isLast: Bool = false) -> HTTPResponse {
        var response = content(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
        if isLast { response.headers[.connection] = "close" }
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
