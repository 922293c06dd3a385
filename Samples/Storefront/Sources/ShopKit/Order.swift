package import Foundation

/// A purchase of a user.
package struct Order: Sendable, Hashable, Codable, Identifiable {
    package let number: Int
    package let user: String
    package let placed: Date
    package let lines: [CartLine]
    package let tip: Int
    package let address: Profile.Address

    package init(number: Int, user: String, placed: Date, lines: [CartLine], tip: Int, address: Profile.Address) {
        self.number = number
        self.user = user
        self.placed = placed
        self.lines = lines
        self.tip = tip
        self.address = address
    }

    package var id: Int { number }
    package var total: Int { lines.total + tip }
}
