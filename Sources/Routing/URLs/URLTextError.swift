/// Why a text is no URL that can be opened.
public struct URLTextError: Error, Sendable, Hashable {
    /// What can be wrong with a URL.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        /// What is wrong, as the end of a sentence.
        public let explanation: String

        /// It does not begin with a scheme and a colon.
        public static let noScheme = Reason(explanation: "it does not begin with a scheme")

        /// Host or port cannot be told apart or have characters that they may not have.
        public static let invalidAuthority = Reason(explanation: "its host or port is malformed")

        /// Escapes that do not decode to UTF-8.
        public static let invalidEncoding = Reason(explanation: "its escapes do not decode to UTF-8")

        /// A query or a fragment behind an ``Origin``.
        public static let notAnOrigin = Reason(explanation: "an origin has neither query nor fragment")

        /// More text than ``URLText/maximumLength``.
        public static let tooLong = Reason(explanation: "it has more than \(URLText.maximumLength) bytes")
    }

    /// What is wrong with the text.
    public let reason: Reason

    /// Where it is wrong, in UTF-8 bytes from the beginning of the text.
    public let offset: Int
}

extension URLTextError: CustomStringConvertible {
    /// The reason and the offset in one sentence.
    public var description: String { "The URL is wrong at offset \(offset): \(reason.explanation)." }
}
