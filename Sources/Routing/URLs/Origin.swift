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

    /// The URL of a path, which begins with a slash, at this origin.
    func url(of path: String) -> String {
        let endsInSlash = url.path.utf8.last == UInt8(ascii: "/")
        return (endsInSlash ? String(url.text.dropLast()) : url.text) + path
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
