import Dispatchers
import Foundation
import ShopKit
import Synchronization

/// Users, orders and the stock, in memory.
///
/// As in the database, a read begins at any time, writes come one after the other, and a write takes a while in which the rest of
/// the shop goes on.
actor MemoryStore: UserStore, OrderStore, StockStore {
    private(set) var stock: [Int: Int]
    private(set) var orders: [Order] = []
    private(set) var comparedPasswords = 0
    private var attempts: [String: Order] = [:]
    private var lastWrite: Task<Void, Never>?

    init(stock: [Int: Int]) { self.stock = stock }

    func user(name: String, password: String) async throws -> User? {
        comparedPasswords += 1
        await Task.yield()
        guard password == "right" else { return nil }
        return User(name: name, role: name == "grace" ? .staff : .customer)
    }

    func add(name: String, password: String) async throws -> Bool { true }

    func place(_ order: PlaceOrder, announcing announcement: OrderAnnouncement?) async throws -> Placement {
        try await write { try await self.insert(order) }
    }

    func order(of user: String, attempt: String) async throws -> Order? { attempts["\(user) \(attempt)"] }

    func orders(of user: String) async throws -> [Order] { orders.filter { $0.user == user } }

    func isConfirmed(_ order: Int) async throws -> Bool { false }

    func set(_ counts: [Int: Int]) async throws {
        try await write { await self.merge(counts) }
    }

    func read(_ deliver: @escaping @Sendable ([Int: Int]) -> Void) async throws {
        try await write { deliver(await self.stock) }
    }

    /// Waits for all writes.
    func settled() async {
        while let last = lastWrite {
            await last.value
            if last == lastWrite { return }
        }
    }

    /// Waits for the writes before, and writes.
    private func write<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let before = lastWrite
        let work = Task(name: "a write") {
            await before?.value
            return try await body()
        }
        lastWrite = Task(name: "the end of a write") { _ = await work.result }
        return try await work.value
    }

    private func merge(_ counts: [Int: Int]) { stock.merge(counts) { _, new in new } }

    private func insert(_ order: PlaceOrder) async throws -> Placement {
        let key = "\(order.user) \(order.attempt)"
        if let before = attempts[key] { return .placedBefore(before) }
        let states = order.customer.states
        guard states[.cart].covers(order.lines) else {
            return .outdated(StoredCart(states[.cart], after: states[.lastOrder]))
        }
        for line in order.lines {
            let left = stock[line.id] ?? 0
            guard left >= line.quantity else { return .soldOut(line.product, left: left) }
        }
        await Task.yield()
        for line in order.lines { stock[line.id, default: 0] -= line.quantity }
        let placed = Order(
            number: orders.count + 1, user: order.user, placed: .distantPast, lines: order.lines, tip: order.tip,
            address: order.address)
        orders.append(placed)
        attempts[key] = placed
        order.whenPlaced(placed)
        return .placed(placed)
    }
}

/// The customers of all users, each of whom is read from the storage once.
final class MemoryCustomers: Customers {
    private unowned let shop: Shop
    private let known = Mutex<[String: Customer]>([:])

    init(of shop: Shop) { self.shop = shop }

    func guest() -> Customer { Customer(in: shop) }

    func customer(named name: String) async throws -> Customer {
        if let customer = known.withLock({ $0[name] }) { return customer }
        await Task.yield()
        let new = Customer(named: name, in: shop)
        // Of two that are made at the same time, the first is the customer.
        return known.withLock { known in
            if let first = known[name] { return first }
            known[name] = new
            return new
        }
    }
}
