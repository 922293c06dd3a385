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

    let isHot = Atomic(false)

    func heat(_ degrees: Int) { Self.heating(self, degrees) { _ in } }
    func bake(_ minutes: Int) async -> Int { await Self.baking(self, minutes) { $0 } }
    func cool(_ minutes: Int) async -> Int { await Self.cooling(self, minutes) { $0 } }
    func clean(_ minutes: Int) async throws -> Int { try await Self.cleaning(self, minutes) { $0 } }
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

    @Test("cancelAndDrain() of a pointcut's hook waits for calls that take part in it")
    func drainingAPointcutsHookWaitsForItsCalls() async {
        let (journal, oven, pause) = (journal, oven, Pause())
        let hook = Pointcut<Oven>.named("cool*").after { _, _, _ in journal.report("ended") }
        await expectDraining(hook, waitsFor: pause) {
            _ = await Oven.cooling(oven, 1) { minutes in
                journal.report("began")
                await pause.wait()
                return minutes
            }
        }
    }

    /// Begins a call, drains the hook meanwhile, and lets the call go on.
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
}
