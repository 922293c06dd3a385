import Dispatchers
import ShopKit
import Storage
import Synchronization

extension Visits {
    /// The beginning of a request, to which a visit returns if what the request changes cannot be stored.
    struct Beginning: Sendable {
        private let visit: Visit
        private let customer: Customer
        private let takeBackCount = KeptStates.takeBackCount

        /// The states of the shop, if the request may change them: actions of staff alone do.
        private let ofShop: KeptStates?

        fileprivate init(of visit: Visit) {
            self.visit = visit
            customer = visit.customer
            ofShop = visit.states[.user]?.role == .staff ? visit.shop.kept : nil
        }

        /// The states that the request may have changed.
        private var owned: [KeptStates] {
            [visit.kept, customer.kept, visit.customer.kept] + (ofShop.map { [$0] } ?? [])
        }

        /// A Boolean value that indicates whether changes of the same states were taken back since.
        fileprivate var isTakenBack: Bool { owned.contains { $0.areTakenBack(since: takeBackCount) } }

        /// Takes back what the request has changed, and announces none of it.
        fileprivate func restore() {
            let changed = owned
            if visit.customer !== customer { visit.current.become(customer) }
            for kept in changed { kept.takeBack() }
            visit.calls.dispatch((any SavingDelegate).self) { $0.changesWereTakenBack() }
        }
    }

    func beginning(of visit: Visit) -> Beginning { Beginning(of: visit) }

    /// Takes back what a request has changed that has failed.
    func takeBack(to beginning: Beginning) async { await database.takeBack { beginning.restore() } }

    /// Stores what has changed in a visit, of its customer and of the shop.
    ///
    /// - Parameters:
    ///   - visit: The visit.
    ///   - beginning: The beginning of the request that has changed it.
    ///   - isRenewed: Whether the visit gets a new secret, as when another user signs in: the old one opens nothing any more.
    /// - Throws: A `DatabaseFailure`. What the request has changed is taken back then.
    func save(_ visit: Visit, since beginning: Beginning? = nil, renewing isRenewed: Bool = false) async throws {
        let isTakenBack = { @Sendable in beginning?.isTakenBack ?? false }
        let isStored = try await database.save(
            visit, unless: isTakenBack, changing: isRenewed ? newSecret(of: visit) : nil
        ) {
            beginning?.restore()
        }
        if isStored { noteStored(visit) }
        visit.calls.dispatch((any SavingDelegate).self) { $0.changesWereStored() }
    }

    /// Gives a visit a new secret.
    func renew(_ visit: Visit) async throws { try await save(visit, since: nil, renewing: true) }

    private func newSecret(of visit: Visit) -> SecretChange {
        let new = Self.secret()
        let old = Mutex<String?>(nil)
        return SecretChange {
            let before = self.move(visit, to: new)
            old.withLock { $0 = before }
            return (before, new)
        } undo: {
            if let before = old.withLock({ $0 }) { _ = self.move(visit, to: before) }
        }
    }
}
