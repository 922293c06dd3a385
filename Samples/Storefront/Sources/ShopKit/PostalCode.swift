/// A number without a fraction, as text.
package protocol WholeNumber: LosslessStringConvertible {}

extension Int: WholeNumber {}

/// A postal code: a whole number, which may begin with zeros.
package struct PostalCode: WholeNumber, Hashable, Sendable {
    package let description: String
    private let number: Int

    package init?(_ text: String) {
        guard let number = Int(text) else { return nil }
        self.init(number, writtenAs: text)
    }

    private init(_ number: Int, writtenAs text: String) {
        self.number = number
        description = text.hasPrefix("0") && text.utf8.count <= 5 ? text : "\(number)"
    }
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
        guard let code = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no postal code")
        }
        self = code
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
