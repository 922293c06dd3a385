import Foundation
import ShopKit

/// The name of a user in the one form in which names are stored and compared.
///
/// Two texts that Swift takes for the same, such as an é of one scalar or of two, are one name. A database compares bytes.
struct UserName {
    /// The characters of a name at most.
    static let limit = 25

    let text: String

    /// The reason why the text as it was typed cannot be read, also where the one form of it can.
    private let problemOfTyped: String?

    /// Reads what was typed; of a text that is too long for a name, only so much that this is known.
    init(_ typed: String) {
        let typed = typed.cut(to: 2 * Self.limit)
        problemOfTyped = ReadableText.problem(in: typed, allowingJoiners: false)
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
    }

    /// The reason why no user can have the name; `nil` if a reader can tell it from others.
    var problem: String? {
        if let problemOfTyped { return problemOfTyped }
        if text.isEmpty { return "A name and a password, please." }
        if text.count > Self.limit { return "A name has at most \(Self.limit) characters." }
        let isClear = text.unicodeScalars.allSatisfy { $0 == " " || $0.properties.generalCategory != .spaceSeparator }
        guard isClear, text.contains(where: { $0.isLetter || $0.isNumber }) else {
            return "A name has a letter or a number, and nothing that cannot be seen."
        }
        return nil
    }
}
