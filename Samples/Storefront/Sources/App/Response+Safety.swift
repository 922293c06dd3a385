import Foundation
import HTTPTypes
import Hummingbird

extension Response {
    /// The headers of every answer: no script, style or frame that is not of this shop, and nothing kept by caches.
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
    ///
    /// A path may be what a client has sent. Each `Location` of the shop is written here, of characters that an address may have.
    static func see(_ path: String) -> Response {
        var headers = safe
        headers[.location] = path.escapedForAddress
        return Response(status: .seeOther, headers: headers)
    }

    /// The answer to a script of a page whose visit is not known any more.
    static var visitIsOver: Response { Response(status: .gone, text: "This visit is over.") }

    /// The answer to a method that a path does not have.
    static func notAllowed(_ methods: [HTTPRequest.Method]) -> Response {
        let names = methods.map(\.rawValue).joined(separator: ", ")
        var response = Response(status: .methodNotAllowed, text: "The methods of this path are \(names).")
        response.headers[.allow] = names
        return response
    }

    /// The answer, after which the server closes the connection: it does not read what the client still sends.
    var closingConnection: Response {
        var response = self
        response.headers[.connection] = "close"
        return response
    }

    /// Gives the browser the secret of its visit, for half a year.
    ///
    /// Scripts cannot read it.
    mutating func setVisit(_ id: String) {
        let cookie = "visit=\(id); Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000"
        headers.append(HTTPField(name: .setCookie, value: cookie))
    }
}

extension String {
    /// The text with each byte escaped that no address has (RFC 3986, 2): an escape that is there stays as it is.
    fileprivate var escapedForAddress: String {
        let others = Set("-._~:/?#[]@!$&'()*+,;=%".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            let isPlain = byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || (0x30...0x39).contains(byte))
            if isPlain || others.contains(byte) {
                bytes.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                bytes += "%\(byte < 16 ? "0" : "")\(digits)".utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension HTTPField.Name {
    fileprivate static var referrerPolicy: Self {
        guard let name = Self("Referrer-Policy") else { preconditionFailure("this is a name") }
        return name
    }
}
