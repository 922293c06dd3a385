import Dispatchers
import Testing

@testable import Hooks

private final class Shelf: Sendable {
    static let adding = Adding("adding inside advice")
    static let cancelling = Adding("cancelling inside advice")
    static let recursing = Adding("recursing")
    static let freed = Adding("freed after a call")
    static let outlasted = Adding("outlasted by a call")

    private let kept = Protected([Registration]())

    func keep(_ registration: Registration) {
        kept.withLock { $0.append(registration) }
    }

    func cancelAll() {
        for registration in kept.withLock({ $0 }) { registration.cancel() }
    }
}

@Suite struct HookLifetimeTests {
    private let journal = Probe<String>()
    private let cart = Cart()

    @Test("C1: the second cancel returns false, and other hooks still run")
    func cancellingEndsOneHookOnce() {
        let adding = Adding("add(_:count:)")
        let journal = journal
        var hooks: [Registration] = []
        for name in ["a", "b", "c"] { hooks.append(adding.before { _, _ in journal.report(name) }) }
        #expect(hooks[1].cancel())
        #expect(!hooks[1].cancel())
        _ = cart.add("pen", count: 1, at: adding)
        #expect(journal.values == ["a", "c"])
        #expect(adding.hooks.count == 2)
    }

    @Test func releasingTheRegistrationEndsTheHook() {
        let adding = Adding("add(_:count:)")
        var hook: Registration? = adding.around { _, _, _ in -1 }
        #expect(cart.add("pen", count: 1, at: adding) == -1)
        hook = nil
        #expect(cart.add("pen", count: 1, at: adding) == 1)
        #expect(adding.hooks.isEmpty && hook == nil)
    }

    @Test("C3: a hook added during a call waits for the next one")
    func addingInsideAdviceWaits() {
        let shelf = Shelf()
        let journal = journal
        shelf.keep(
            Shelf.adding.before { [weak shelf] _, _ in
                journal.report("outer")
                shelf?.keep(Shelf.adding.before { _, _ in journal.report("inner") })
            })
        _ = cart.add("pen", count: 1, at: Shelf.adding)
        #expect(journal.values == ["outer"])
        _ = cart.add("pen", count: 1, at: Shelf.adding)
        #expect(journal.values == ["outer", "outer", "inner"])
    }

    @Test("C4: a hook cancelled during a call does not start any more, itself included")
    func cancellingInsideAdviceSkips() {
        let shelf = Shelf()
        let journal = journal
        shelf.keep(
            Shelf.cancelling.before { [weak shelf] _, _ in
                journal.report("outer")
                shelf?.cancelAll()
            })
        shelf.keep(Shelf.cancelling.before { _, _ in journal.report("inner") })
        for _ in 1...2 { _ = cart.add("pen", count: 1, at: Shelf.cancelling) }
        #expect(journal.values == ["outer"])
        #expect(cart.total == 2)
    }

    @Test func recursionIsAdvisedAtEachLevel() {
        let journal = journal
        let hook = Shelf.recursing.around { cart, call, proceed in
            journal.report("\(call.count)")
            if call.count > 1 { _ = cart.add(call.item, count: call.count - 1, at: Shelf.recursing) }
            return proceed(call)
        }
        #expect(cart.add("pen", count: 3, at: Shelf.recursing) == 6)
        #expect(journal.values == ["3", "2", "1"])
        hook.cancel()
    }

    @Test func cancellingFreesWhatWasCaptured() {
        let adding = Adding("add(_:count:)")
        let journal = journal
        let hook = { [canary = Canary { journal.report("gone") }] in
            adding.before { _, _ in withExtendedLifetime(canary) { journal.report("called") } }
        }()
        _ = cart.add("pen", count: 1, at: adding)
        hook.cancel()
        #expect(journal.values == ["called", "gone"])
    }

    @Test func whatIsCancelledDuringACallIsFreedWhenThatIsOver() {
        let journal = journal
        let hook = Slot<Registration>()
        hook.value = { [canary = Canary { journal.report("gone") }] in
            Shelf.freed.before { _, _ in
                hook.value = nil
                withExtendedLifetime(canary) { journal.report("called") }
            }
        }()
        _ = cart.add("pen", count: 1, at: Shelf.freed)
        #expect(journal.values == ["called", "gone"])
    }

    @Test("The captures of cancelled hooks are released while an older call is running")
    func whatIsCancelledIsFreedDuringAnOlderCall() {
        let journal = journal
        let outer = Shelf.outlasted.around { cart, call, proceed in
            guard call.count > 0 else { return proceed(call) }
            for round in 1...100 {
                let hook = { [canary = Canary { journal.report("gone") }] in
                    Shelf.outlasted.before { _, _ in withExtendedLifetime(canary) {} }
                }()
                _ = cart.add("pen", count: 0, at: Shelf.outlasted)
                hook.cancel()
                #expect(journal.values.count == round)
            }
            return proceed(call)
        }
        _ = cart.add("pen", count: 1, at: Shelf.outlasted)
        outer.cancel()
    }
}
