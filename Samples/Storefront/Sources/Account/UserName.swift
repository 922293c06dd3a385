import Foundation

/// The name of a user in the one form in which names are stored and compared.
///
/// Two texts that Swift takes for the same, such as an é of one scalar or of two, are one name. A database compares bytes.
struct UserName {
    let text: String

    init(_ typed: String) {
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
    }

    /// A Boolean value that indicates whether a reader can tell the name from others.
    var isReadable: Bool {
        text.contains { $0.isLetter || $0.isNumber }
            && text.unicodeScalars.allSatisfy { $0 == " " || !Self.invisible.contains($0.properties.generalCategory) }
    }

    private static let invisible: Set<Unicode.GeneralCategory> = [
        .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator,
    ]
}
