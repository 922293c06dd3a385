package import Dispatchers

// The services by which modules ask one another. Who provides them is the composition's business.

/// The centers of the visit that a service of a session belongs to: what each session's scope begins with.
package protocol CurrentVisit: Sendable {
    var states: ObserverCenter { get }
    var messages: MessageCenter { get }
    var calls: ProtocolDispatcherCenter { get }
    var services: ServiceScope? { get }
}

/// What the shop sells.
package protocol Products: Sendable {
    var all: [Product] { get }
    func product(_ id: Int) -> Product?
    /// The price, in a sale or not.
    func cents(of product: Product) -> Int
}

/// Changes the cart of one visit.
package protocol CartLogic: Sendable {
    func change(_ change: (inout [CartLine]) throws -> Void) throws
}

/// Takes a visit through the steps of buying.
package protocol CheckoutLogic: Sendable {
    func pay() async throws -> Order
}

/// Signs a visitor in and out.
package protocol SignInLogic: Sendable {
    func signIn(name: String, password: String) async throws -> Bool
    func register(name: String, password: String) async throws -> Bool
    func signOut()
}

/// The calls of the sign-in logic to its views.
package protocol SignInDelegate: Sendable {
    func buttonIsEnabled(_ isEnabled: Bool)
    func signInStarted()
    func signInFailed(_ reason: String)
    func signInSucceeded(_ user: User)
}

/// Changes what there is of each product.
package protocol Inventory: Sendable {
    func set(_ count: Int, of id: Int) async throws
}

/// Knows which products go together.
package protocol Recommending: Sendable {
    func companion(of product: Product) -> Product?
}

// What the storage provides.

package protocol UserStore: Sendable {
    func user(name: String, password: String) async throws -> User?
    /// Whether the name was free.
    func add(name: String, password: String) async throws -> Bool
}

package protocol OrderStore: Sendable {
    func add(by user: String, _ lines: [CartLine], tip: Int) async throws -> Order
    func orders(of user: String) async throws -> [Order]
}

package protocol StockStore: Sendable {
    func stock() async throws -> [Int: Int]
    func set(_ count: Int, of id: Int) async throws
}
