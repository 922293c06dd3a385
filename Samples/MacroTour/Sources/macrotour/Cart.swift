import DispatchersMacros

/// A cart that knows nothing of those who hook it.
@Hookable final class Cart {
    private(set) var lines: [String] = []

    func add(_ item: String, count: Int = 1) {
        lines.append("\(count) x \(item)")
    }

    func pay(_ amount: Int) throws -> String {
        guard amount > 0 else { throw EmptyCart() }
        return "paid \(amount)"
    }
}

/// Why a cart was not paid.
struct EmptyCart: Error {}
