/// Name, address and habits of a customer: a model in three levels, with an array and numbers.
package struct Profile: Sendable, Hashable, Codable {
    package struct Address: Sendable, Hashable, Codable {
        package struct Geo: Sendable, Hashable, Codable {
            package var label = ""
        }

        package var street = ""
        package var city = ""
        package var zip: PostalCode = 0
        package var geo = Geo()

        package init() {}
    }

    package var name = ""
    package var address = Address()
    package var phones = ["", ""]
    package var tip: Float = 0

    package init() {}

    /// The tip in cents.
    package var tipCents: Int { Int(exactly: (tip * 100).rounded()) ?? 0 }
}

extension Profile.Address {
    /// A Boolean value that indicates whether an order can be delivered there.
    package var isComplete: Bool {
        zip.isKnown && [street, city].allSatisfy { text in text.contains { !$0.isWhitespace } }
    }

    /// The address in one line.
    package var line: String {
        let parts = [street, ["\(zip)", city].filter { !$0.isEmpty }.joined(separator: " ")]
        let line = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        return line.isEmpty ? "an address that is not known yet" : line
    }
}
