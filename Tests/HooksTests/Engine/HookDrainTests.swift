import Dispatchers
import Hooks
import Synchronization
import Testing

private final class Oven: Sendable {
    static let heating = JoinPoint<Oven, Int, Void>("heat(_:)")
    static let baking = AsyncJoinPoint<Oven, Int, Int>("bake(_:)")
    static let cooling = AsyncJoinPoint<Oven, Int, Int>("cool(_:)")
    static let cleaning = AsyncThrowingJoinPoint<Oven, Int, Int, any Error>("clean(_:)")
    static let opening = AsyncJoinPoint<Oven, Int, Int>("open(_:)")
    static let roasting = AsyncJoinPoint<Oven, Int, Int>("roast(_:)")
    static let steaming = AsyncJoinPoint<Oven, Int, Int>("steam(_:)")
    static let frying = AsyncJoinPoint<Oven, Int, Int>("fry(_:)")
    static let grilling = AsyncJoinPoint<Oven, Int, Int>("grill(_:)")

    let isHot = Atomic(false)

    func heat(_ degrees: Int) { Self.heating(self, degrees) { _ in } }
    func bake(_ minutes: Int) async -> Int { await Self.baking(self, minutes) { $0 } }
    func cool(_ minutes: Int) async -> Int { await Self.cooling(self, minutes) { $0 } }
    func clean(_ minutes: Int) async throws -> Int { try await Self.cleaning(self, minutes) { $0 } }
    func roast(_ minutes: Int) async -> Int { await Self.roasting(self, minutes) { $0 } }
    func grill(_ minutes: Int) async -> Int { await Self.grilling(self, minutes) { $0 } }
    func open(_ minutes: Int) async -> Int { await Self.opening(self, minutes) { $0 } }
}

/// A gate that advice waits at.
private final class Pause: Sendable {
    private let state = Protected((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

@Suite struct HookDrainTests {
    private let journal = Probe<String>()
    private let oven = Oven()

    @Test("cancelAndDrain() of a hook waits for advice that is running")
    func drainingAHookWaitsForItsAdvice() async {
        let (journal, oven, pause) = (journal, oven, Pause())
        let hook = Oven.baking.before { _, _ in
            journal.report("began")
            await pause.wait()
            journal.report("ended")
        }
        await expectDraining(hook, waitsFor: pause) { _ = await oven.bake(1) }
    }

    @Test("cancelAndDrain() of a pointcut's hook waits for advice that is running")
    func drainingAPointcutsHookWaitsForItsAdvice() async {
        let (journal, oven) = (journal, oven)
        let hook = Pointcut<Oven>.named("cool*").after { oven, _, _ in
            journal.report("began")
            for _ in 1...50_000_000 where !oven.isHot.load(ordering: .acquiring) {}
            journal.report("ended")
        }
        async let called: Int = oven.cool(1)
        _ = await journal.values(1)
        async let drained: Void = {
            await hook.cancelAndDrain()
            journal.report("drained")
        }()
        for _ in 1...100 { await Task.yield() }
        oven.isHot.store(true, ordering: .releasing)
        _ = await (called, drained)
        #expect(journal.values == ["began", "ended", "drained"])
    }

    /// Begins a call, drains the hook meanwhile, and lets the call proceed.
    private func expectDraining(
        _ hook: Registration, waitsFor pause: Pause, _ call: @escaping @Sendable () async -> Void
    ) async {
        let journal = journal
        async let called: Void = call()
        _ = await journal.values(1)
        async let drained: Void = {
            await hook.cancelAndDrain()
            journal.report("drained")
        }()
        for _ in 1...1_000 { await Task.yield() }
        #expect(journal.values == ["began"])
        pause.open()
        _ = await (called, drained)
        #expect(journal.values == ["began", "ended", "drained"])
    }

    @Test("cancelAndDrain() waits for advice that is running on another thread")
    func drainingWaitsForAnotherThread() async {
        let (journal, oven) = (journal, oven)
        let hook = Oven.heating.before { oven, _ in
            journal.report("began")
            for _ in 1...50_000_000 where !oven.isHot.load(ordering: .acquiring) {}
            journal.report("ended")
        }
        async let called: Void = oven.heat(1)
        _ = await journal.values(1)
        async let drained: Void = {
            await hook.cancelAndDrain()
            journal.report("drained")
        }()
        for _ in 1...100 { await Task.yield() }
        oven.isHot.store(true, ordering: .releasing)
        _ = await (called, drained)
        #expect(journal.values == ["began", "ended", "drained"])
    }

    @Test("Advice that drains its own hook does not wait for itself")
    func drainingInsideTheHookReturns() async throws {
        let (journal, own, other) = (journal, Slot<Registration>(), Slot<Registration>())
        own.value = Oven.opening.around { _, minutes, proceed in
            await own.value?.cancelAndDrain()
            await other.value?.cancelAndDrain()
            journal.report("drained")
            return await proceed(minutes)
        }
        other.value = Oven.opening.before { _, _ in journal.report("never") }
        #expect(await oven.open(1) == 1)
        #expect(journal.values == ["drained"])

        own.value = Oven.cleaning.before { _, _ in await own.value?.cancelAndDrain() }
        #expect(try await oven.clean(2) == 2)
    }

    @Test("cancelAndDrain() of a hook that no call takes part in returns")
    func drainingAnIdleHookReturns() async {
        let point = JoinPoint<Oven, Void, Void>("idle()")
        let hook = point.before { _, _ in }
        point(oven, ()) { _ in }
        await hook.cancelAndDrain()
        await hook.cancelAndDrain()
        #expect(point.hooks.isEmpty)
    }

    @Test("cancelAndDrain() of a moment's hook waits for advice that is running")
    func drainingAHookOfAMomentWaits() async {
        let (journal, pause, lifecycle) = (journal, Pause(), Lifecycle())
        let closed = AwaitedMoment<Void>("closed")
        let hook = lifecycle.before(closed, of: Oven.self) { _, _ in
            journal.report("began")
            await pause.wait()
            journal.report("ended")
        }
        let draining = Task {
            _ = await journal.values(1)
            async let drained: Void = {
                await hook.cancelAndDrain()
                journal.report("drained")
            }()
            for _ in 1...1_000 { await Task.yield() }
            pause.open()
            await drained
        }
        await lifecycle.send(closed, to: oven) {}
        await draining.value
        #expect(journal.values == ["began", "ended", "drained"])
    }

    @Test("A call that drains its own hook waits for other calls of the advice")
    func drainingInsideTheHookWaitsForOtherCalls() async {
        let (journal, oven, pause) = (journal, oven, Pause())
        let hook = Slot<Registration>()
        hook.value = Oven.roasting.before { _, minutes in
            if minutes == 1 {
                journal.report("other began")
                await pause.wait()
                journal.report("other ended")
            } else {
                await hook.value?.cancelAndDrain()
                journal.report("drained")
            }
        }
        async let other = oven.roast(1)
        _ = await journal.values(1)
        async let own = oven.roast(2)
        for _ in 1...1_000 { await Task.yield() }
        #expect(journal.values == ["other began"])
        pause.open()
        _ = await (other, own)
        #expect(journal.values == ["other began", "other ended", "drained"])
    }

    @Test("A task that advice started waits for running calls when it drains the hook after the advice returned")
    func drainingInATaskThatOutlivesTheAdviceWaits() async {
        let (journal, oven, pause, released) = (journal, oven, Pause(), Pause())
        let (hook, task) = (Slot<Registration>(), Slot<Task<Void, Never>>())
        hook.value = Oven.grilling.before { _, minutes in
            if minutes == 1 {
                task.value = Task {
                    await released.wait()
                    await hook.value?.cancelAndDrain()
                    journal.report("drained")
                }
            } else {
                journal.report("began")
                await pause.wait()
                journal.report("ended")
            }
        }
        _ = await oven.grill(1)
        async let other = oven.grill(2)
        _ = await journal.values(1)
        released.open()
        for _ in 1...1_000 { await Task.yield() }
        #expect(journal.values == ["began"])
        pause.open()
        _ = await other
        await task.value?.value
        #expect(journal.values == ["began", "ended", "drained"])
    }

    @Test("Two calls that drain each other's hooks do not wait for each other")
    func callsThatDrainEachOtherReturn() async {
        let (oven, first, second) = (oven, Slot<Registration>(), Slot<Registration>())
        let (firstBegan, secondBegan) = (Pause(), Pause())
        first.value = Oven.steaming.before { _, minutes in
            guard minutes == 10 else { return }
            firstBegan.open()
            await secondBegan.wait()
            await second.value?.cancelAndDrain()
        }
        second.value = Oven.frying.before { _, minutes in
            guard minutes == 10 else { return }
            secondBegan.open()
            await firstBegan.wait()
            await first.value?.cancelAndDrain()
        }
        async let roasted = Oven.steaming(oven, 10) { $0 }
        async let grilled = Oven.frying(oven, 10) { $0 }
        #expect(await (roasted, grilled) == (10, 10))
    }
}
