package import Dispatchers
package import Pages

// The services by which modules ask one another. The composition decides who provides them.

/// The centers of the visit that a service of a session belongs to: what each session's scope begins with.
package protocol CurrentVisit: Sendable {
    var states: ObserverCenter { get }
    var messages: MessageCenter { get }
    var calls: ProtocolDispatcherCenter { get }
    var services: ServiceScope { get }

    /// The states of the visit, of its current customer and of the shop.
    var regionStates: RegionStates { get }

    /// The signed-in user as a customer, or a guest.
    var customer: Customer { get }

    /// Makes the visit that of another customer.
    func become(_ customer: Customer)
}

/// The products of the shop.
package protocol Products: Sendable {
    var all: [Product] { get }
    func product(_ id: Int) -> Product?
}

/// Changes the cart of one visit's customer.
package protocol CartLogic: Sendable {
    func change(_ change: (inout [CartLine]) throws -> Void) throws

    /// Replaces the cart of a customer by the one that is stored.
    func replace(by lines: [CartLine], of customer: Customer)

    /// Subtracts what was bought from the cart of a customer.
    func subtract(_ lines: [CartLine], from customer: Customer)

    /// Posts that a button of a row was pressed: at the row's page first, then in the visit and in the shop.
    func press(_ button: RowPressed)
}

/// Takes a customer through the steps of buying.
package protocol CheckoutLogic: Sendable {
    /// Pays for the cart, once for each attempt.
    ///
    /// - Parameters:
    ///   - attempt: The token of the page that was paid on.
    ///   - cents: The price that the page showed.
    /// - Returns: The order, or the reason why there is none.
    /// - Throws: An error of the database.
    func pay(_ attempt: String, showing cents: Int?) async throws -> Payment
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

/// Changes the stock.
package protocol Inventory: Sendable {
    /// Sets the counts of some products, by their numbers, at once.
    func set(_ counts: [Int: Int]) async throws
}

/// Knows which products go together.
package protocol Recommending: Sendable {
    func companion(of product: Product) -> Product?
}

/// The calls to the parts of a visit that show what a request has changed.
package protocol SavingDelegate: Sendable {
    func changesWereStored()
    func changesWereTakenBack()
}
