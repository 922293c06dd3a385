import Dispatchers
import Hooks
import Testing

private struct Refused: Error {}

private final class Bell: Sendable {
    let ringing = JoinPoint<Bell, Int, Int>("ring(_:)")
    let muting = ThrowingJoinPoint<Bell, Int, Int, any Error>("mute(_:)")
    let tolling = AsyncJoinPoint<Bell, Int, Int>("toll(_:)")
}

private struct Clapper {
    static let swinging = MutatingJoinPoint<Clapper, Int, Int>("swing(_:)")
}

/// C4 for advice after a call: none starts after `cancel()` has returned, also in a call that began before.
@Suite struct CancelledHookTests {
    private let bell = Bell()
    private let called = Count()

    @Test("C4: advice after a call does not run if its hook is cancelled during the call")
    func cancelledDuringTheCall() {
        let called = called
        let hook = bell.ringing.after { _, _, _ in called.add() }
        #expect(bell.ringing(bell, 1) { number in hook.cancel() ? number : 0 } == 1)
        #expect(called.value == 0)
    }

    @Test("C4: advice after a call that throws does not run if its hook is cancelled during the call")
    func cancelledDuringACallThatThrows() {
        let called = called
        let hook = bell.muting.after { _, _, _ in called.add() }
        #expect(throws: Refused.self) {
            try bell.muting(bell, 1) { _ throws in
                hook.cancel()
                throw Refused()
            }
        }
        #expect(called.value == 0)
    }

    @Test("C4: advice after a mutating call does not run if its hook is cancelled during the call")
    func cancelledDuringAMutatingCall() {
        let called = called
        let hook = Clapper.swinging.after { _, _, _ in called.add() }
        var clapper = Clapper()
        _ = Clapper.swinging(&clapper, 1) { _, number in hook.cancel() ? number : 0 }
        #expect(called.value == 0)
    }

    @Test("C4: advice after an asynchronous call does not run if its hook is cancelled during the call")
    func cancelledDuringAnAsynchronousCall() async {
        let called = called
        let hook = bell.tolling.after { _, _, _ in called.add() }
        _ = await bell.tolling(bell, 1) { number in
            await Task.yield()
            return hook.cancel() ? number : 0
        }
        #expect(called.value == 0)
    }

    @Test("C4: a pointcut's advice after a call does not run if its hook is cancelled during the call")
    func aPointcutCancelledDuringTheCall() async {
        let (bell, called) = (bell, called)
        await HookScope.runAsync {
            let hook = Pointcut<Bell>.named("ring*").after { _, _, _ in called.add() }
            _ = bell.ringing(bell, 1) { number in hook.cancel() ? number : 0 }
            let other = Pointcut<Bell>.named("toll*").after { _, _, _ in called.add() }
            _ = await bell.tolling(bell, 1) { number in other.cancel() ? number : 0 }
        }
        #expect(called.value == 0)
    }

    @Test("C4: advice after a moment does not run if its hook is cancelled during the moment")
    func cancelledDuringAMoment() async {
        let (lifecycle, called) = (Lifecycle(), called)
        let shown = Moment<Void>("shown")
        let hook = lifecycle.after(shown, of: Bell.self) { _, _ in called.add() }
        lifecycle.send(shown, to: bell) { hook.cancel() }
        let closed = AwaitedMoment<Void>("closed")
        let other = lifecycle.after(closed, of: Bell.self) { _, _ in called.add() }
        await lifecycle.send(closed, to: bell) {
            await Task.yield()
            other.cancel()
        }
        #expect(called.value == 0)
    }

    @Test("C4: advice after the first call does not run if its hook is cancelled during that call")
    func aHookForOneCallCancelledDuringIt() {
        let called = called
        let hook = bell.ringing.after(on: .all.once) { _, _, _ in called.add() }
        _ = bell.ringing(bell, 1) { number in hook.cancel() ? number : 0 }
        _ = bell.ringing(bell, 2) { $0 }
        #expect(called.value == 0)
    }

    @Test("Advice that cancels the hook outside of it has ended that hook for the call")
    func cancelledByAdviceInside() {
        let called = called
        let outer = bell.ringing.after { _, _, _ in called.add() }
        let inner = bell.ringing.after { _, _, _ in outer.cancel() }
        _ = bell.ringing(bell, 1) { $0 }
        #expect(called.value == 0)
        inner.cancel()
    }
}
