/// What a URL has to begin with so that a router takes it; what follows is the path.
///
/// `"shop://"` takes every URL of that scheme, and a host is the first segment of the path. `"https://shop.example"` takes
/// the URLs of that host and no other, and `"https://shop.example/app"` those of them that begin with the segment `app`.
/// Scheme and host compare case-insensitively; user info and port never take part.
public struct Origin: Sendable, Hashable {
    let url: URLText

    /// Makes an origin from text that comes from elsewhere.
    ///
    /// It has neither query nor fragment.
    public init(_ text: String) throws(URLTextError) {
        url = try URLText(text)
        let behind = Int(url.parts.pathEnd)
        guard behind == text.utf8.count else { throw URLTextError(reason: .notAnOrigin, offset: behind) }
    }

    /// Whether the origin's path does.
    var endsInSlash: Bool { url.path.utf8.last == UInt8(ascii: "/") }

    /// The URL of a path, which begins with a slash, at this origin.
    ///
    /// Without a host the first segment of the path is one, and is written so: `shop://product/42`. One that other
    /// readers of URLs may change, as they change the case of a host, is not.
    func url(of path: String) -> String {
        let text = endsInSlash ? String(url.text.dropLast()) : url.text
        guard text.hasSuffix("://"), path.beginsLikeHost else { return text + path }
        return text + path.dropFirst()
    }
}

extension String {
    /// Whether a path begins with a segment that is a host as it stands.
    fileprivate var beginsLikeHost: Bool {
        let segment = utf8.dropFirst().prefix { !$0.isOne(of: "/?#") }
        guard let first = segment.first, !first.isOne(of: "-._~") else { return false }
        return segment.allSatisfy(\.isHostByte)
    }
}

extension UInt8 {
    /// Whether a host may have this byte, which nobody writes otherwise.
    fileprivate var isHostByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: isOne(of: "-._~")
        }
    }
}

extension Origin: ExpressibleByStringLiteral {
    /// Makes an origin from a literal, which has to be a URL.
    public init(stringLiteral text: String) {
        do {
            try self.init(text)
        } catch {
            preconditionFailure("“\(text)” is no origin. \(error)")
        }
    }
}

extension Origin: CustomStringConvertible {
    /// The origin as it was written.
    public var description: String { url.text }
}

extension Origin: Codable {
    /// Reads an origin from one string.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the origin as it was written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(url.text)
    }
}
