import Dispatchers

// The states of the tests. Each test has its own center.

struct Basket: Sendable, Equatable {
    struct Item: Sendable, Equatable, Identifiable {
        let id: Int
        var text: String
    }

    struct Child: Sendable, Equatable { var item = Item(id: 0, text: "empty") }

    enum Payment: Sendable, Equatable {
        case cash
        case card(String)
    }

    var total = 0
    var child = Child()
    var gift: Child?
    var payment = Payment.cash
    var items: [Item] = []
    var notes: [String: String] = [:]
}

/// A value that is not `Equatable` and holds an object that reports its release.
struct Cargo: Sendable { var canary: Canary? }

/// A value whose `==` calls a closure of the test.
struct Weighed: Sendable, Equatable {
    var number = 0
    var onCompare: (@Sendable () -> Void)?

    static func == (left: Self, right: Self) -> Bool {
        right.onCompare?()
        return left.number == right.number
    }
}

extension StateKeys {
    static let volume = StateKey("volume", default: 5)
    static let balance = StateKey("balance", default: 0)
    static let basket = StateKey("basket", default: Basket())
    static let cargo = StateKey("cargo", default: Cargo())
    static let weighed = StateKey("weighed", default: Weighed())
    static let name = StateKey("name", default: "nobody")
}

extension StateChange {
    /// The old and the new value as text.
    var text: String { "\(old.map { "\($0)" } ?? "-") → \(new)" }
}
