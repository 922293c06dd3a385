import Dispatchers
import Testing

@testable import Hooks

private final class Listener: Sendable {
    let journal: Probe<String>
    init(_ journal: Probe<String>) { self.journal = journal }
    deinit { journal.report("gone") }
}

private final class Bench: Sendable {
    static let sitting = JoinPoint<Bench, Int, Int>("sit(_:)")
    static let breaking = ThrowingJoinPoint<Bench, Void, Void, PaymentRefused>("snap()")

    func sit(_ guests: Int) -> Int { Self.sitting(self, guests) { $0 } }
    func snap() throws(PaymentRefused) {
        try Self.breaking(self, ()) { () throws(PaymentRefused) in throw PaymentRefused() }
    }
}

private final class Stool: Sendable {
    static let sitting = JoinPoint<Stool, Void, Void>("sit()")

    func sit() { Self.sitting(self, ()) { _ in } }
}

@Suite struct HookOwnerTests {
    private static let owned = Adding("ended for its owner inside advice")

    private let journal = Probe<String>()
    private let cart = Cart()

    @Test("C4: an owner's hooks that advice ends during a call do not start any more")
    func endingAnOwnersHooksInsideAdviceSkips() {
        let listener = Listener(journal)
        let journal = journal
        let first = Self.owned.before { _, _ in Self.owned.cancel(by: listener) }
        Self.owned.before(by: listener) { _, _, _ in journal.report("called") }
        _ = cart.add("pen", count: 1, at: Self.owned)
        #expect(journal.values.isEmpty)
        first.cancel()
    }

    @Test("C19: the captures of released owners' hooks are released when as many hooks are added again")
    func deadOwnersHooksAreSwept() {
        let adding = Adding("swept")
        weak var captured: Probe<String>?
        do {
            let canary = Probe<String>()
            captured = canary
            let owner = Listener(journal)
            adding.before(by: owner) { _, _, _ in canary.report("never") }
        }
        let hooks = (0..<32).map { _ in adding.before { _, _ in } }
        #expect(captured == nil)
        #expect(hooks.count == 32)
    }

    @Test("C5: an owner is never kept alive and its hooks end with it")
    func hooksEndWithTheirOwner() {
        let adding = Adding("add(_:count:)")
        do {
            let listener = Listener(journal)
            adding.before(by: listener) { me, _, call in me.journal.report("before \(call.count)") }
            adding.after(by: listener) { me, _, _, _ in me.journal.report("after") }
            #expect(cart.add("pen", count: 1, at: adding) == 1)
        }
        #expect(cart.add("pen", count: 1, at: adding) == 2)
        #expect(journal.values == ["before 1", "after", "gone"])
        #expect(adding.hooks.isEmpty)
    }

    @Test func anOwnerEndsItsHooksEarly() {
        let adding = Adding("add(_:count:)")
        let (one, other) = (Listener(journal), Listener(journal))
        adding.before(by: one) { me, _, _ in me.journal.report("one") }
        adding.before(on: .object(cart), by: other) { me, _, _ in me.journal.report("other") }
        adding.cancel(by: one)
        _ = cart.add("pen", count: 1, at: adding)
        #expect(journal.values == ["other"])
    }

    @Test("C5: a pointcut's hooks end with their owner, and do not keep it alive")
    func hooksOfPointcutsEndWithTheirOwner() async {
        let journal = journal
        await HookScope.runAsync {
            let (bench, every) = (Bench(), Pointcut<Bench>.all)
            do {
                let listener = Listener(journal)
                every.before(by: listener) { me, _, call in me.journal.report("before \(call.arguments)") }
                every.after(by: listener) { me, _, call, _ in me.journal.report("after \(call.name)") }
                every.after(by: listener) { me, _, _, outcome in
                    if case .success(let output) = outcome { me.journal.report("returned \(output)") }
                }
                every.after(by: listener) { me, _, _, outcome in
                    if case .failure = outcome { me.journal.report("threw") }
                }
                _ = bench.sit(2)
                try? bench.snap()
            }
            // Other tests may look just now whether the owner lives.
            for _ in 1...10_000 where journal.values.last != "gone" { await Task.yield() }
            _ = bench.sit(3)
            let expected = ["before 2", "returned 2", "after sit(_:)", "before ()", "threw", "after snap()", "gone"]
            #expect(journal.values == expected)
        }
    }

    @Test func anOwnerEndsItsHooksOfPointcutsEarly() {
        HookScope.run {
            let (one, other) = (Listener(journal), Listener(journal))
            Pointcut<Bench>.all.before(by: one) { me, _, _ in me.journal.report("one") }
            Pointcut<Bench>.named("sit*").once.before(by: other) { me, _, _ in me.journal.report("other") }
            Pointcut<Any>.cancel(by: one)
            for _ in 1...2 { _ = Bench().sit(1) }
            #expect(journal.values == ["other"])
        }
    }

    @Test func theFirstCallWithoutTheOwnerEndsTheHook() {
        let adding = Adding("ended by a call")
        do {
            let owner = Listener(journal)
            adding.after(by: owner) { _, _, _, _ in }
            _ = cart.add("pen", count: 1, at: adding)
            #expect(adding.core.entries.count == 1)
        }
        _ = cart.add("pen", count: 1, at: adding)
        #expect(adding.core.entries.isEmpty)
    }

    @Test func theFirstCallWithoutTheOwnerEndsAPointcutsHook() async {
        weak var captured: Canary?
        do {
            let (owner, canary) = (Listener(journal), Canary())
            captured = canary
            Pointcut<Stool>.all.before(by: owner) { _, _, _ in _ = canary }
            Stool().sit()
            #expect(captured != nil)
        }
        // Other tests may look just now whether the owner lives, or be in a call that began with its hook.
        for _ in 1...100 where captured != nil {
            Stool().sit()
            await Task.yield()
        }
        #expect(captured == nil)
    }
}
