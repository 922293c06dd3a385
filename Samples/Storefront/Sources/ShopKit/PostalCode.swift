/// A number without a fraction, as text.
package protocol WholeNumber: LosslessStringConvertible {}

extension Int: WholeNumber {}

/// A postal code: a whole number, which may begin with zeros; or none yet, which is an empty text.
package struct PostalCode: WholeNumber, Hashable, Sendable {
    package let description: String
    private let number: Int

    package init?(_ text: String) {
        guard let number = text.isEmpty ? 0 : Int(text) else { return nil }
        self.init(number, writtenAs: text)
    }

    private init(_ number: Int, writtenAs text: String) {
        self.number = number
        let isWritten = text.hasPrefix("0") && text.utf8.count <= 5
        description = isWritten ? text : number == 0 ? "" : "\(number)"
    }

    /// A Boolean value that indicates whether there is a code: nowhere is zero one.
    package var isKnown: Bool { number != 0 }

    /// A Boolean value that indicates whether nothing was typed.
    package var isEmpty: Bool { description.isEmpty }
}

extension PostalCode: ExpressibleByIntegerLiteral {
    package init(integerLiteral number: Int) { self.init(number, writtenAs: "") }
}

extension PostalCode: Comparable {
    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension PostalCode: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Earlier versions of the shop stored a number.
        if let number = try? container.decode(Int.self) {
            self.init(number, writtenAs: "")
            return
        }
        let text = try container.decode(String.self)
        // An earlier version stored zero where there was none.
        guard let code = Self(text == "0" ? "" : text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no postal code")
        }
        self = code
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
