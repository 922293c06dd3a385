import Foundation
import HTTPTypes
import Hummingbird

extension HTTPRequest {
    /// A Boolean value that indicates whether servers may take different bytes for the end of the request.
    ///
    /// The one encoding that the shop takes is `chunked`, alone.
    var isAmbiguous: Bool {
        let encodings = headerFields[values: .transferEncoding]
        guard let encoding = encodings.first else { return false }
        return encodings.count > 1 || encoding.lowercased() != "chunked" || headerFields[.contentLength] != nil
    }

    /// A Boolean value that indicates whether a body follows the head.
    var hasBody: Bool {
        headerFields[.transferEncoding] != nil || headerFields[.contentLength].map { $0 != "0" } ?? false
    }
}

extension Hummingbird.Request {
    var isAmbiguous: Bool { head.isAmbiguous }
    var hasBody: Bool { head.hasBody }

    /// The one host that it names; `nil` if it names none, or several.
    var host: String? {
        // The first field is not among the others.
        guard let host = head.authority, !host.isEmpty, head.headerFields[.host] == nil else { return nil }
        return host
    }

    /// The secret of the browser's cookie.
    var visitID: String? {
        let id = cookies["visit"]?.value
        return id?.utf8.count == 32 ? id : nil
    }

    /// A Boolean value that indicates whether a page of this shop sent it, and no other site.
    ///
    /// Browsers say so, and other clients say nothing. The host is one of the shop's: others were refused before.
    var isFromHere: Bool {
        if let site = headers[.secFetchSite] { return site == "same-origin" }
        guard let origin = headers[.origin] else { return true }
        return head.authority.map { origin == "http://\($0)" || origin == "https://\($0)" } ?? false
    }

    /// A Boolean value that indicates whether the browser goes to a page, and no script asks.
    var isNavigation: Bool { headers[.secFetchMode].map { $0 == "navigate" } ?? true }

    /// The path of the page that it came from, if that is on this server.
    var pathBefore: String? {
        guard let referer = headers[.referer], let authority = head.authority else { return nil }
        for scheme in ["http", "https"] {
            let origin = "\(scheme)://\(authority)"
            guard referer.hasPrefix(origin + "/") else { continue }
            let path = String(referer.dropFirst(origin.count))
            return path.isLocalPath ? path : nil
        }
        return nil
    }
}

extension HTTPField.Name {
    fileprivate static let host = HTTPField.Name("Host") ?? .origin
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    fileprivate static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
}

extension String {
    /// A Boolean value that indicates whether a browser takes this for a path of the same server.
    var isLocalPath: Bool {
        guard utf8.first == UInt8(ascii: "/"), !utf8.contains(where: { $0 < 0x20 }) else { return false }
        let second = utf8.dropFirst().first
        return second != UInt8(ascii: "/") && second != UInt8(ascii: "\\")
    }
}
