import Testing

@testable import Dispatchers

@Suite("Mailboxes") struct MailboxesTests {
    private actor Stock {}
    private struct Ping: Sendable {}

    private let board = MessageCenter().board

    @Test("an actor has one, until its last user is gone") func oneForEachActor() {
        let (stock, other) = (Stock(), Stock())
        var mailboxes = Mailboxes()
        let mailbox = mailboxes.mailbox(of: stock, in: board)
        #expect(mailboxes.mailbox(of: stock, in: board) === mailbox)
        #expect(mailboxes.mailbox(of: other, in: board) !== mailbox)
        #expect(mailboxes.count == 2)
        mailboxes.release(mailbox)
        #expect(mailboxes.mailbox(of: stock, in: board) === mailbox)
        mailboxes.release(mailbox)
        mailboxes.release(mailbox)
        #expect(mailboxes.count == 1)
        #expect(mailboxes.mailbox(of: stock, in: board) !== mailbox)
    }

    @Test("an actor at the address of one that is gone gets its own") func addressesAreUsedAgain() {
        var mailboxes = Mailboxes()
        var old: [ObjectIdentifier: Mailbox] = [:]
        var hasMet = false
        for _ in 0..<10_000 where !hasMet {
            let stock = Stock()
            let mailbox = mailboxes.mailbox(of: stock, in: board)
            let previous = old.updateValue(mailbox, forKey: ObjectIdentifier(stock))
            hasMet = previous != nil
            #expect(mailbox !== previous)
            if let previous {
                mailboxes.release(previous)
                #expect(mailboxes.mailbox(of: stock, in: board) === mailbox, "only its own users can release it")
            }
        }
        #expect(hasMet, "no address was used twice")
    }

    /// Never runs what is left to its actor.
    private final class Standstill: SerialExecutor {
        func enqueue(_ job: consuming ExecutorJob) {}
    }

    private actor Depot {
        private nonisolated let standstill = Standstill()
        nonisolated var unownedExecutor: UnownedSerialExecutor { standstill.asUnownedSerialExecutor() }
    }

    @Test("each actor is left its own observers, so that a post takes work once for each", arguments: [1, 3, 7])
    func ownObservers(of turns: Int) {
        let center = MessageCenter()
        let depots = (0..<30).map { _ in Depot() }
        let here = center.observe(Ping.self) { _ in }
        for _ in 0..<turns { for depot in depots { center.observe(Ping.self, by: depot) { _, _ in } } }
        center.post(Ping())
        center.post(Ping())
        let places = depots.map { depot in
            center.board.state.withLock { $0.mailboxes.mailbox(of: depot, in: center.board) }.waitingPlaces
        }
        #expect(places == Array(repeating: 2 * turns, count: depots.count))
        here.cancel()
    }

    @Test("C19: with the last observer on an actor its mailbox goes") func goesWithTheLastObserver() async {
        let center = MessageCenter()
        let registration = center.observe(Ping.self) { @MainActor _ in }
        let second = center.observe(Ping.self) { @MainActor _ in }
        #expect(center.mailboxCount == 1)
        registration.cancel()
        #expect(center.mailboxCount == 1)
        second.cancel()
        #expect(center.mailboxCount == 0)
        center.observe(Ping.self, by: Stock()) { _, _ in }
        #expect(center.mailboxCount == 1)
        center.post(Ping())
        while center.mailboxCount > 0 { await Task.yield() }
        #expect(center.observations.isEmpty)
    }
}

extension MessageCenter {
    fileprivate var mailboxCount: Int { board.state.withLock { $0.mailboxes.count } }
}
