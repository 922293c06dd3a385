/// An error that says why a string is not a valid URL.
public struct URLTextError: Error, Sendable, Hashable {
    /// The errors that a URL can have, each with the end of its sentence.
    enum Reason: String {
        case noScheme = "it does not begin with a scheme"
        case invalidAuthority = "its host or port is malformed"
        case invalidCharacter = "it has a character that has to be percent-encoded"
        case control = "it has a control character, which browsers remove or encode"
        case backslash = "it has a backslash, which browsers read as a slash"
        case invalidEncoding = "its escapes do not decode to UTF-8"
        case notAnOrigin = "an origin has a host as browsers show it, and neither user info, query nor fragment"
        case misplacedAsterisk = """
            in an origin, an asterisk is the first label of a host, as in https://*.shop.example, and stands for all \
            subdomains; in a path it is written %2A
            """
        case tooLong = "it has more than 65536 bytes"
    }

    let reason: Reason

    /// The offset of the error in UTF-8 bytes from the beginning of the string.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The error, as the end of a sentence.
    public var explanation: String { reason.rawValue }
}

extension URLTextError: CustomStringConvertible {
    /// The reason and the offset in one sentence.
    public var description: String { "The URL is wrong at offset \(offset): \(explanation)." }
}
