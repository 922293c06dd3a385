/// Why a text is no route pattern.
public struct RoutePatternError: Error, Sendable, Hashable {
    /// What is wrong with the text.
    public let reason: Reason

    /// Where it is wrong, in UTF-8 bytes from the beginning of the text.
    public let offset: Int

    /// The text that was to be parsed.
    public let pattern: String

    /// What can be wrong with a pattern.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        /// What is wrong and what to write instead, as the end of a sentence.
        public let explanation: String
    }

    /// The text in one line with a caret below the offset in another; of a long text, the part around it.
    public var diagram: String {
        let line = pattern.utf8.lazy.map { $0 < 0x20 ? 0x20 : $0 }
        let head = String(decoding: line.prefix(offset).suffix(256), as: UTF8.self)
        let rest = String(decoding: line.dropFirst(offset).prefix(256), as: UTF8.self)
        let lead = head.count > 48 ? "…" + head.suffix(48) : head
        let caret = String(repeating: " ", count: lead.count) + "^"
        return lead + (rest.count > 48 ? rest.prefix(48) + "…" : rest) + "\n" + caret
    }
}

extension RoutePatternError: CustomStringConvertible {
    /// The reason, the offset and the text in one sentence.
    public var description: String {
        // Scalars, since a character may be of any length.
        let shown = pattern.unicodeScalars.prefix(96)
        let ellipsis = shown.endIndex < pattern.endIndex ? "…" : ""
        return "The route pattern “\(String(shown))\(ellipsis)” is wrong at offset \(offset): \(reason.explanation)."
    }
}
