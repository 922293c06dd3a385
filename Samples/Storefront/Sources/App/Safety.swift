import Foundation
import HTTPTypes
import Hummingbird

extension Response {
    /// What every answer says: no script, style or frame that is not of this shop, and nothing kept by caches.
    private static let safe: HTTPFields = [
        .contentSecurityPolicy: "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; form-action 'self'",
        .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
        HTTPField.Name.referrerPolicy: "same-origin",
    ]

    init(status: HTTPResponse.Status, text: String, type: String = "text/plain; charset=utf-8") {
        var headers = Self.safe
        headers[.contentType] = type
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    init(status: HTTPResponse.Status, html: String) {
        self.init(status: status, text: html, type: "text/html; charset=utf-8")
    }

    /// Sends the browser to a path, which it GETs.
    static func see(_ path: String) -> Response {
        var headers = safe
        headers[.location] = path
        return Response(status: .seeOther, headers: headers)
    }

    static var noVisit: Response { Response(status: .forbidden, text: "This visit is over: load the page again.") }

    /// Gives the browser the secret of its visit, for half a year.
    ///
    /// Scripts cannot read it.
    mutating func setVisit(_ id: String) {
        let cookie = "visit=\(id); Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000"
        headers.append(HTTPField(name: .setCookie, value: cookie))
    }
}

extension HTTPField.Name {
    fileprivate static var referrerPolicy: Self {
        guard let name = Self("Referrer-Policy") else { preconditionFailure("this is a name") }
        return name
    }
}

extension Hummingbird.Request {
    /// The longest body of a form.
    static let bodyLimit = 64 * 1024

    /// The secret of the browser's cookie.
    var visitID: String? {
        let id = cookies["visit"]?.value
        return id?.utf8.count == 32 ? id : nil
    }

    /// Whether a page of this shop sent it, and no other site: browsers say so, and other clients say nothing.
    var isFromHere: Bool {
        if let site = headers[.secFetchSite] { return site == "same-origin" }
        guard let origin = headers[.origin] else { return true }
        return head.authority.map { origin == "http://\($0)" || origin == "https://\($0)" } ?? false
    }

    /// Whether the browser goes to a page, and it is no script that asks.
    var isNavigation: Bool { headers[.secFetchMode].map { $0 == "navigate" } ?? true }

    /// The fields of a form, of several with one name the last; `nil` when the body is too long.
    func fields() async throws -> [String: String]? {
        guard let body = try? await body.collect(upTo: Self.bodyLimit) else { return nil }
        var fields: [String: String] = [:]
        for pair in String(buffer: body).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let text = parts.map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
            fields[text[0]] = text.count > 1 ? text[1] : ""
        }
        return fields
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    fileprivate static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
}

extension String {
    /// Whether a browser takes this for a path of the same server.
    var isLocalPath: Bool {
        guard utf8.first == UInt8(ascii: "/"), !utf8.contains(where: { $0 < 0x20 }) else { return false }
        let second = utf8.dropFirst().first
        return second != UInt8(ascii: "/") && second != UInt8(ascii: "\\")
    }
}
