import Dispatchers

/// A value that shows whether it is whole: all its entries are one number.
struct Ledger: Codable, Sendable {
    var number = 0
    var entries: [Int] = []

    /// Creates the value of a number.
    ///
    /// Its size changes from number to number.
    init(_ number: Int) {
        self.number = number
        entries = Array(repeating: number, count: 1_000 + number % 7 * 2_000)
    }

    var isWhole: Bool { entries == Ledger(number).entries }
}

extension StateKeys {
    static let first = StateKey("first", default: Ledger(0))
    static let second = StateKey("second", default: Ledger(0))
}
