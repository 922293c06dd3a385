import Dispatchers
package import Foundation
package import ShopKit
import Storage
import Synchronization

extension StateKeys {
    /// A Boolean value that indicates whether the visit has begun without a cookie, and is in memory since.
    static let isFirstVisit = StateKey("isFirstVisit", default: false)
}

/// The visits that are in memory, by the secret of their cookie.
///
/// Others are in the database.
package final class Visits: Sendable {
    private struct Entry {
        let visit: Visit
        var lastUse: ContinuousClock.Instant

        /// A Boolean value that indicates whether the database has the visit, unless another process has ended it.
        var isStored: Bool
    }

    /// The days after which a visit that was not used is removed from the database: as long as its cookie lasts.
    static let storedDays = 180

    private let limit: Int
    private let shop: Shop
    let database: Database
    private let customers: StoredCustomers
    private let entries = Mutex<[String: Entry]>([:])

    init(of shop: Shop, in database: Database, _ customers: StoredCustomers, atMost limit: Int) {
        self.limit = limit
        self.shop = shop
        self.database = database
        self.customers = customers
    }

    package var count: Int { entries.withLock { $0.count } }

    /// The visit of a cookie, from memory or from the database; a new one when there is none.
    package func visit(_ id: String?) async throws -> Visit {
        if let id, let visit = try await known(id) { return visit }
        let new = Visit(id: Self.secret(), to: shop, as: customers.guest())
        new.states.set(.isFirstVisit, to: true)
        return insert(new, isStored: false)
    }

    /// The visit of a cookie, if there is one.
    ///
    /// A visit whose secret another process of the shop has changed, as by signing out, is over here, too.
    package func known(_ id: String) async throws -> Visit? {
        let entry = entries.withLock { entries -> Entry? in
            entries[id]?.lastUse = .now
            return entries[id]
        }
        if let entry { return try await isOver(entry, id) ? nil : entry.visit }
        guard try await database.use(visit: id) else { return nil }
        let stored = try await database.states(of: .visit(id))
        let restored = Visit(id: id, to: shop, as: try await customers.guest(of: id), restoring: stored)
        if let user = restored.states[.user] {
            restored.current.become(try await customers.customer(named: user.name))
        }
        return insert(restored, isStored: true)
    }

    /// Returns whether another process has ended a visit; then it is closed.
    private func isOver(_ entry: Entry, _ id: String) async throws -> Bool {
        guard entry.isStored, try await database.has(visit: id) == false else { return false }
        close { entries in entries[id]?.visit === entry.visit ? [id] : [] }
        return true
    }

    /// Keeps a visit in memory for another while, as its streams do.
    ///
    /// - Returns: Whether it is in memory.
    func use(_ visit: Visit) -> Bool {
        entries.withLock { entries in
            entries[visit.id]?.lastUse = .now
            return entries[visit.id]?.visit === visit
        }
    }

    /// Notes that a visit is stored.
    func noteStored(_ visit: Visit) { entries.withLock { $0[visit.id]?.isStored = true } }

    /// Changes the secret of a visit, and returns the former one.
    func move(_ visit: Visit, to new: String) -> String {
        entries.withLock { entries in
            let old = visit.id
            visit.id = new
            entries[new] = entries.removeValue(forKey: old)
            return old
        }
    }

    /// Removes stored visits whose cookies are over.
    package func removeOld(now: Date = .now) async throws {
        try await database.removeVisits(unusedSince: now - Double(Self.storedDays) * 86_400)
    }

    /// Closes visits that have not been used for a while.
    package func closeIdle(for time: Duration) {
        close { entries in entries.filter { $0.value.lastUse < .now - time }.map(\.key) }
    }

    /// Closes visits, which the database still has.
    private func close(_ choose: ([String: Entry]) -> [String]) {
        let closed = entries.withLock { entries in
            choose(entries).compactMap { entries.removeValue(forKey: $0)?.visit }
        }
        for visit in closed { visit.close() }
    }

    /// Inserts a visit, or returns the one that another request inserted first.
    private func insert(_ visit: Visit, isStored: Bool) -> Visit {
        let entry = Entry(visit: visit, lastUse: .now, isStored: isStored)
        let first = entries.withLock { entries -> Visit in
            if let first = entries[visit.id]?.visit { return first }
            entries[visit.id] = entry
            return visit
        }
        if first !== visit { visit.close() }
        // Of too many visits, those that were used last stay.
        if count > limit {
            close { entries in
                entries.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(1 + limit / 10).map(\.key)
            }
        }
        return first
    }

    /// Makes a secret of 128 random bits, as hexadecimal digits.
    static func secret() -> String {
        var generator = SystemRandomNumberGenerator()
        let words = [generator.next() as UInt64, generator.next()]
        return words.map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
    }
}
