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
