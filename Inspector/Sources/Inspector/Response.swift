import Foundation

/// The answer to a request, after which the connection is closed.
struct Response: Sendable {
    enum Body: Sendable {
        case whole(Data)
        case stream(LiveStream)
    }

    let status: Int
    let type: String
    let body: Body

    /// Header fields that only this answer has.
    var fields: [HeaderField] = []

    /// A Boolean value that indicates whether the body is left out, as in the answer to `HEAD`.
    var isHeadOnly = false

    static func content(_ text: String, type: String) -> Response {
        Response(status: 200, type: type, body: .whole(Data(text.utf8)))
    }

    /// An answer of one sentence.
    static func text(_ text: String, status: Int) -> Response {
        Response(status: status, type: "text/plain; charset=utf-8", body: .whole(Data(text.utf8)))
    }

    static func refusal(_ refusal: Refusal) -> Response {
        var response = text(refusal.reason, status: refusal.status)
        response.fields = refusal.fields
        return response
    }

    /// The answer to a client that may ask again in a second.
    static func later(_ reason: String, status: Int) -> Response {
        refusal(.later(reason, status: status))
    }

    static func json(_ text: String) -> Response {
        content(text, type: "application/json; charset=utf-8")
    }

    static func stream(_ stream: LiveStream) -> Response {
        Response(status: 200, type: "text/event-stream; charset=utf-8", body: .stream(stream))
    }

    /// The status line and the header fields, none of which lets another origin read the answer.
    ///
    /// A stream has no length: it ends with the connection.
    var head: Data {
        var lines = [
            "HTTP/1.1 \(status) \(phrase)",
            "Content-Type: \(type)",
            "Connection: close",
            "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "X-Frame-Options: DENY",
            "Cross-Origin-Opener-Policy: same-origin",
            "Cross-Origin-Resource-Policy: same-origin",
            "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ]
        lines += fields.map { "\($0.name): \($0.value)" }
        if case .whole(let data) = body, status != 204 { lines.append("Content-Length: \(data.count)") }
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private var phrase: String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        default: "Refused"
        }
    }
}
