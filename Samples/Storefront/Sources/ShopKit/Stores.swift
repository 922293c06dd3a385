package import Bridging

// The services that the storage provides.

/// The names and passwords of users.
package protocol UserStore: Sendable {
    func user(name: String, password: String) async throws -> User?

    /// Adds a customer.
    ///
    /// - Returns: Whether the name was free.
    func add(name: String, password: String) async throws -> Bool
}

/// The orders of all users.
package protocol OrderStore: Sendable {
    /// Places an order in one transaction: the stock is checked and lowered, the order is stored and the cart is emptied.
    ///
    /// Nothing is ordered unless the stored cart is the customer's, so one cart is not ordered by two processes of the shop.
    ///
    /// Calls `whenPlaced` when the transaction is committed, before anything else is written.
    ///
    /// - Parameters:
    ///   - order: What is to be bought.
    ///   - announcement: Returns a statement that announces the order to other processes, in the same transaction.
    /// - Returns: The order, or the reason why there is none.
    /// - Throws: An error of the database or of the announcement; then nothing is stored.
    func place(_ order: PlaceOrder, announcing announcement: OrderAnnouncement?) async throws -> Placement

    /// The order that was placed by an attempt.
    func order(of user: String, attempt: String) async throws -> Order?

    func orders(of user: String) async throws -> [Order]

    /// Returns a Boolean value that indicates whether the confirmation of an order was mailed.
    func isConfirmed(_ order: Int) async throws -> Bool
}

/// Returns the statement that announces an order, for the database in which orders are stored.
package typealias OrderAnnouncement = @Sendable (Order) throws -> LogStatement

/// Mails the confirmations of orders.
package protocol Mailbox: Sendable {
    /// Mails a confirmation, unless it was mailed before.
    func mail(_ due: ConfirmationDue) async throws
}

/// The stock of all products.
package protocol StockStore: Sendable {
    /// Stores the counts of some products, by their numbers, in one transaction.
    func set(_ counts: [Int: Int]) async throws

    /// Reads the stock on the writing connection, so that a later reading never holds older counts.
    func read(_ deliver: @escaping @Sendable ([Int: Int]) -> Void) async throws
}
