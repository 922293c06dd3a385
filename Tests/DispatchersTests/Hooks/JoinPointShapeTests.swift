import Dispatchers
import Testing

private struct Position {
    static let moving = MutatingJoinPoint<Position, Int, Void>("move(by:)")
    static let scaling = JoinPoint<Position, Int, Int>("scaled(by:)")
    var x = 0

    mutating func move(by distance: Int) {
        Self.moving(&self, distance) { position, distance in position.x += distance }
    }

    func scaled(by factor: Int) -> Int { Self.scaling(self, factor) { factor in x * factor } }
}

private actor Account {
    static let deposit = ActorJoinPoint<Account, Int, Int>("deposit(_:)")
    var balance = 0

    func deposit(_ amount: Int) -> Int {
        Self.deposit(self, amount) { amount in
            balance += amount
            return balance
        }
    }

    func give(_ amount: Int) { balance += amount }
}

@MainActor private final class Page {
    nonisolated static let appearing = MainActorJoinPoint<Page, Bool, Void>("appear(animated:)")
    static let closing = MainActorJoinPoint<Page, Void, Void>("close()")
    var title = "page"

    func appear(animated: Bool) {
        Self.appearing(self, animated) { animated in title += animated ? " slow" : " fast" }
    }

    func close() { Self.closing(self, ()) { title = "" } }
}

private final class Till {
    static let paying = ThrowingJoinPoint<Till, Int, String, any Error>("pay(_:)")
    static let opening = ThrowingJoinPoint<Till, Void, Int, any Error>("open()")

    func pay(_ amount: Int) throws -> String {
        try Self.paying(self, amount) { amount in
            guard amount < 10 else { throw PaymentRefused() }
            return "paid \(amount)"
        }
    }

    func open() throws -> Int { try Self.opening(self, ()) { 1 } }
}

@Suite struct JoinPointShapeTests {
    private let journal = Journal()

    @Test func aMutatingMethodHandsTheValueThrough() {
        let around = Position.moving.around { position, distance, proceed in
            proceed(&position, distance * 2)
            position.x += 1
        }
        let before = Position.moving.before { position, _ in position.x += 100 }
        let after = Position.moving.after { position, _ in position.x = -position.x }
        var position = Position()
        position.move(by: 5)
        #expect(position.x == -109)
        for hook in [around, before, after] { hook.cancel() }
        position.move(by: 9)
        #expect(position.x == -100)
    }

    @Test func aValueIsHookedAsAType() {
        let hook = Position.scaling.around { position, factor, proceed in proceed(factor) + position.x }
        #expect(Position(x: 2).scaled(by: 3) == 8)
        hook.cancel()
        #expect(Position(x: 2).scaled(by: 3) == 6)
    }

    @Test func adviceRunsOnTheActor() async {
        let account = Account()
        let hooks = [
            Account.deposit.before { account, _ in account.give(1) },
            Account.deposit.around(on: .object(account)) { account, amount, proceed in
                proceed(amount * 2) + account.balance
            },
            Account.deposit.after { account, _ in account.balance += 1000 },
        ]
        #expect(await account.deposit(4) == 9 + 9)
        #expect(await account.balance == 1009)
        for hook in hooks { hook.cancel() }
        #expect(await account.deposit(1) == 1010)
    }

    @Test @MainActor func adviceRunsOnTheMainActor() {
        let page = Page()
        let shown = Page.appearing.after { page, _ in page.title += "!" }
        let swapped = Page.appearing.around(on: .object(page)) { _, animated, proceed in proceed(!animated) }
        page.appear(animated: true)
        #expect(page.title == "page fast!")
        var closed = 0
        let closing = Page.closing.before { page, _ in closed += page.title.count }
        page.close()
        #expect(closed == 10)
        for hook in [shown, swapped, closing] { hook.cancel() }
    }

    @Test func hooksOfTheMainActorAreRegisteredFromElsewhere() async {
        let hook = Page.appearing.before { page, _ in page.title = "named" }
        #expect(Page.appearing.hooks.contains { $0.location == hook.location })
        hook.cancel()
    }

    @Test func errorsPassThroughAdviceAndAfterStillRuns() throws {
        let till = Till()
        let journal = journal
        let after = Till.paying.after(on: .object(till)) { _, amount in journal.note("after \(amount)") }
        #expect(throws: PaymentRefused()) { try till.pay(10) }
        let veto = Till.paying.before(on: .object(till)) { _, amount in
            if amount == 5 { throw PaymentRefused() }
        }
        #expect(throws: PaymentRefused()) { try till.pay(5) }
        let rescue = Till.paying.around(on: .object(till), priority: 1) { _, amount, proceed in
            do { return try proceed(amount) } catch { return "refused" }
        }
        #expect(try till.pay(5) == "refused")
        #expect(try till.pay(6) == "paid 6")
        #expect(journal.all == ["after 10", "after 5", "after 5", "after 6"])
        for hook in [after, veto, rescue] { hook.cancel() }
    }

    @Test func adviceMayThrowWhereTheMethodDoes() throws {
        let hook = Till.opening.around { _, _, proceed in
            _ = try proceed(())
            throw PaymentRefused()
        }
        #expect(throws: PaymentRefused()) { try Till().open() }
        hook.cancel()
        #expect(try Till().open() == 1)
    }
}
