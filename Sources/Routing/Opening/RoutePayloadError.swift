/// An error that says that an opening has no payload of a type.
public struct RoutePayloadError: Error, Sendable, Hashable {
    /// The URL, or the path, as it was opened.
    public let url: String

    /// The name of the type that was requested.
    public let requested: String

    /// The name of the type of the payload, or `nil` if there is none.
    public let found: String?
}

extension RoutePayloadError: CustomStringConvertible {
    /// The URL and both types, in one sentence.
    public var description: String {
        let found = found.map { "a payload of the type \($0)" } ?? "no payload"
        return "\(url.quoted) was opened with \(found), and not with a payload of the type \(requested).".printed
    }
}
