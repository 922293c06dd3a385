/// Something that can be bought.
package struct Product: Sendable, Hashable, Codable, Identifiable {
    package let id: Int
    package let name: String
    package let category: String
    package let brand: String
    package let cents: Int

    package init(id: Int, name: String, category: String, brand: String, cents: Int) {
        self.id = id
        self.name = name
        self.category = category
        self.brand = brand
        self.cents = cents
    }

    /// Returns the product at another price, as in a sale.
    package func costing(_ cents: Int) -> Product {
        Product(id: id, name: name, category: category, brand: brand, cents: cents)
    }
}

/// A product in the cart.
package struct CartLine: Sendable, Hashable, Codable, Identifiable {
    /// The most of one product that a cart has.
    package static let limit = 99

    package let product: Product
    package var quantity: Int

    package init(_ product: Product, quantity: Int = 1) {
        self.product = product
        self.quantity = quantity
    }

    package var id: Int { product.id }
    package var cents: Int { product.cents * quantity }
}

extension [CartLine] {
    package var total: Int { map(\.cents).reduce(0, +) }
    package var pieces: Int { map(\.quantity).reduce(0, +) }

    /// The lines at the prices of a sale.
    package func priced(in sale: Sale?) -> [CartLine] {
        map { line in CartLine(line.product.costing(line.product.cents(in: sale)), quantity: line.quantity) }
    }

    /// Adds a line, or its quantity to the line of the same product.
    package mutating func add(_ line: CartLine, at index: Int? = nil) {
        if let same = firstIndex(where: { $0.id == line.id }) {
            self[same].quantity = Swift.min(CartLine.limit, self[same].quantity + line.quantity)
        } else {
            insert(line, at: Swift.min(index ?? endIndex, endIndex))
        }
    }

    /// Returns a Boolean value that indicates whether all that some lines have is in these lines, at any price.
    package func covers(_ lines: [CartLine]) -> Bool {
        lines.allSatisfy { line in contains { $0.id == line.id && $0.quantity >= line.quantity } }
    }

    /// Subtracts quantities; lines of which nothing is left are removed.
    package mutating func subtract(_ lines: [CartLine]) {
        for line in lines {
            guard let index = firstIndex(where: { $0.id == line.id }) else { continue }
            self[index].quantity -= line.quantity
            if self[index].quantity < 1 { remove(at: index) }
        }
    }
}

/// A line that was removed from the cart, and its index there.
package struct RemovedLine: Sendable, Hashable, Codable {
    package let line: CartLine
    package let index: Int

    package init(_ line: CartLine, at index: Int) {
        self.line = line
        self.index = index
    }
}

package enum Role: String, Sendable, Codable {
    case customer
    case staff
}

/// A user who can sign in.
package struct User: Sendable, Hashable, Codable {
    package let name: String
    package let role: Role

    package init(name: String, role: Role) {
        self.name = name
        self.role = role
    }
}

extension User? {
    /// A text that differs where the user does.
    package var mark: String { map { "\($0.role.rawValue) \($0.name)" } ?? "guest" }
}

/// Text that was typed into a bound field and cannot be read, with the reason.
package struct Draft: Sendable, Hashable, Codable {
    package let text: String
    package let problem: String

    /// Creates a draft of a text, which is cut after 200 characters.
    package init(text: String, problem: String) {
        self.text = text.cut(to: 200)
        self.problem = problem
    }
}
