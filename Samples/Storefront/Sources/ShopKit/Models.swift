package import Foundation

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

    /// The same at another price, as in a sale.
    package func costing(_ cents: Int) -> Product {
        Product(id: id, name: name, category: category, brand: brand, cents: cents)
    }
}

/// A product in the cart.
package struct CartLine: Sendable, Hashable, Codable, Identifiable {
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
    package var count: Int { map(\.quantity).reduce(0, +) }
}

package enum Role: String, Sendable, Codable {
    case customer
    case staff
}

/// Who is signed in.
package struct User: Sendable, Hashable, Codable {
    package let name: String
    package let role: Role

    package init(name: String, role: Role) {
        self.name = name
        self.role = role
    }
}

/// What a customer says about themselves: a model in three levels, with an array and numbers.
package struct Profile: Sendable, Hashable, Codable {
    package struct Address: Sendable, Hashable, Codable {
        package struct Geo: Sendable, Hashable, Codable {
            package var label = ""
        }

        package var street = ""
        package var city = ""
        package var zip = 0
        package var geo = Geo()
    }

    package var name = ""
    package var address = Address()
    package var phones = ["", ""]
    package var tip: Float = 0

    package init() {}
}

/// Text that was typed into a bound field and could not be read, with the reason.
package struct Draft: Sendable, Hashable, Codable {
    package let text: String
    package let problem: String

    package init(text: String, problem: String) {
        self.text = text
        self.problem = problem
    }
}

/// A product that costs less while the sale lasts.
package struct Sale: Sendable, Hashable {
    package let product: Product
    package let percent: Int

    package init(_ product: Product, percent: Int) {
        self.product = product
        self.percent = percent
    }
}

/// A purchase of a user.
package struct Order: Sendable, Hashable, Codable, Identifiable {
    package let number: Int
    package let user: String
    package let placed: Date
    package let lines: [CartLine]
    package let tip: Int

    package init(number: Int, user: String, placed: Date, lines: [CartLine], tip: Int) {
        self.number = number
        self.user = user
        self.placed = placed
        self.lines = lines
        self.tip = tip
    }

    package var id: Int { number }
    package var total: Int { lines.total + tip }
}

extension Int {
    /// An amount of cents as it is written on a price tag.
    package var asPrice: String { "\(self / 100).\(self % 100 < 10 ? "0" : "")\(self % 100) €" }
}
