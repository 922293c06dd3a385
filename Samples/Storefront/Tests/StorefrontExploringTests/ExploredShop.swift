import Account
import Analytics
import Binding
import Cart
import Catalog
import Checkout
import Dispatchers
import Orders
import Pages
import Routing
import ShopKit
import Warehouse

/// A shop on a storage in memory, with the modules of the real one: without a server, files and threads.
struct ExploredShop: Sendable {
    static let lamp = Product(id: 2, name: "Reading lamp", category: "lamps", brand: "Lux", cents: 3_000)
    static let candle = Product(id: 3, name: "Candle", category: "candles", brand: "Wax", cents: 500)

    let shop: Shop
    let store: MemoryStore
    private let customers: MemoryCustomers

    init(lamps: Int = 10) async throws {
        shop = Shop { states in [Guards.door(states)] }
        store = MemoryStore(stock: [Self.lamp.id: lamps, Self.candle.id: 10])
        customers = MemoryCustomers(of: shop)
        let products = [Self.lamp, Self.candle]
        shop.services.provide((any ShopStates).self) { [unowned shop] _ in shop }
        shop.add(try Analytics(in: shop, selling: products, keepingCountsIn: nil, guards: [Guards.staff]))
        shop.add(try Catalog(in: shop, selling: products))
        shop.add(try Cart(in: shop))
        shop.add(try Checkout(in: shop, guards: [Guards.signedIn]))
        shop.add(
            try Account(
                in: shop, users: store, customers: customers, now: { .now },
                waitingBy: { try await Task.sleep(for: $0) }))
        shop.add(try Orders(in: shop, storing: store, guards: [Guards.signedIn]))
        shop.add(
            try await Warehouse(in: shop, storing: store, supplier: MissingSupplier(), guards: [Guards.staff]))
        shop.add(try FormActions(in: shop))
    }

    /// A browser of a guest.
    func browser() -> Browser { Browser(shop: shop, visit: Visit(id: "a visit", to: shop, as: customers.guest())) }

    /// A browser of a user who has signed in.
    func browser(of user: String) async throws -> Browser {
        let browser = browser()
        _ = await browser.signIn(user)
        return browser
    }

    /// A browser of a user with an address and a lamp in the cart.
    func buyer(_ user: String = "ada") async throws -> Browser {
        let buyer = try await browser(of: user)
        buyer.customer.states.update(.profile) { profile in
            profile.address.street = "Long Lane 3"
            profile.address.city = "Vienna"
            profile.address.zip = 1010
        }
        _ = await buyer.act("/act/cart/2")
        return buyer
    }
}

/// The requests of one browser, in the order in which a tab of it sends them.
struct Browser: Sendable {
    let shop: Shop
    let visit: Visit

    var customer: Customer { visit.customer }
    var cart: [CartLine] { customer.states[.cart] }

    /// Sends a form.
    ///
    /// - Returns: The path to which the answer leads, or the sentence of its problem.
    func act(_ path: String, _ fields: [String: String] = [:]) async -> String {
        let outcome = await shop.actions.open(path: path, payload: Call(visit, fields: fields), following: .none)
        // Storing is not explored: what an action changes counts as stored when it returns.
        visit.calls.dispatch((any SavingDelegate).self) { $0.changesWereStored() }
        switch outcome.value(as: Answer.self) {
        case .next(let page), .done(let page): return shop.links.path(page)
        case .resume(let path), .taken(let path): return path
        case .problem(let sentence), .later(let sentence, _): return sentence
        case nil: return "\(outcome.result)"
        }
    }

    /// Opens a page.
    func page(_ path: String) async -> String {
        let outcome = await shop.pages.open(path: path, payload: Call(visit), following: .none)
        return outcome.value(as: Page.self)?.body.text ?? "\(outcome.result)"
    }

    func signIn(_ name: String, _ password: String = "right") async -> String {
        await act("/act/sign-in", ["signInFields.name": name, "signInFields.password": password])
    }

    /// The hidden fields of the page on which one pays.
    func payFields() async -> [String: String] {
        let found = await page("/checkout/pay").matches(of: /type="hidden" name="(attempt|total)" value="([^"]*)"/)
        return Dictionary(found.map { (String($0.1), String($0.2)) }) { first, _ in first }
    }
}

/// A supplier that is not asked: no test opens the page with its prices.
private struct MissingSupplier: SupplierAnswers {
    func cost(of product: Product) async throws -> Cost { throw CancellationError() }
}
