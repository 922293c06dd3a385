/// The one rule for texts that visitors type and others read: names, addresses and everything else that is stored.
package enum ReadableText {
    /// The marks of one letter at most, such as accents and vowel signs.
    ///
    /// No language needs as many.
    package static let markLimit = 8

    /// The reason why a text is not stored; `nil` if it can be read.
    ///
    /// - Parameters:
    ///   - text: The text, which may be empty.
    ///   - allowsJoiners: Whether the two joiners are allowed, which some languages and emoji need. Two texts that differ only by
    ///     one of them look the same.
    /// - Returns: A sentence for the visitor.
    package static func problem(in text: String, allowingJoiners allowsJoiners: Bool = true) -> String? {
        var markCount = 0
        for scalar in text.unicodeScalars {
            let category = scalar.properties.generalCategory
            let isJoiner = scalar == "\u{200C}" || scalar == "\u{200D}"
            if invisible.contains(category), !(isJoiner && allowsJoiners) {
                return "A text has no characters that cannot be seen."
            }
            markCount = marks.contains(category) ? markCount + 1 : 0
            if markCount > markLimit { return "A letter has at most \(markLimit) marks." }
        }
        return nil
    }

    private static let invisible: Set<Unicode.GeneralCategory> = [
        .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
    ]

    private static let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]
}
