import Dispatchers
import Foundation
import Observation
import Testing

private protocol Shop: Sendable {
    func sell()
    func order() async
}

/// The kinds of calls that a registration of a state observer or of a receiver can end.
enum DrainedCall: CaseIterable {
    case stateInline, stateOnActor, stateCoalescing, stateCoalescingOnActor, partOfState, property
    case dispatchInline, dispatchTraced, dispatchOnActor, dispatchKept, collect, collectAsync, collectSideBySide
}

@Suite("Draining handlers of states and calls") struct DrainingTests {
    private let began = Probe<Bool>()
    private let ended = Probe<Bool>()
    private let drained = Probe<Bool>()
    private let states = ObserverCenter()

    /// Runs longer than a drain that does not wait.
    ///
    /// The time is bounded, because blocking could occupy the last thread of the task pool.
    private func handle() {
        began.report(true)
        for _ in 0..<1_000 where drained.values.isEmpty { sched_yield() }
        ended.report(true)
    }

    private final class Seller: Shop {
        let (handle, wait): (@Sendable () -> Void, @Sendable () async -> Void)
        init(_ handle: @escaping @Sendable () -> Void = {}, wait: @escaping @Sendable () async -> Void = {}) {
            (self.handle, self.wait) = (handle, wait)
        }
        func sell() { handle() }
        func order() async { await wait() }
    }

    private actor Desk {
        func observe(_ center: ObserverCenter, _ options: StateOptions, _ handle: @escaping @Sendable () -> Void)
            -> Registration
        {
            center.observe(.volume, options: options) { _ in
                self.assertIsolated()
                handle()
            }
        }

        func register(_ center: ProtocolDispatcherCenter, _ shop: any Shop) -> Registration {
            center.register((any Shop).self) {
                self.assertIsolated()
                return shop
            }
        }
    }

    @MainActor @Observable final class Document { var title = "" }

    /// Registers a handler and returns its registration and a closure that triggers a call.
    private func start(_ call: DrainedCall, trace: Trace = Trace()) async -> (Registration, @Sendable () -> Void) {
        let calls = ProtocolDispatcherCenter(trace: trace)
        let handle: @Sendable () -> Void = { [self] in self.handle() }
        let seller = Seller(
            handle,
            wait: { [self] in
                began.report(true)
                _ = await eventually(5_000) { !drained.values.isEmpty }
                ended.report(true)
            })
        let set: @Sendable () -> Void = { [states] in Thread.detachNewThread { states.set(.volume, to: 6) } }
        let sell: @Sendable () -> Void = {
            Thread.detachNewThread { calls.dispatch((any Shop).self) { $0.sell() } }
        }
        switch call {
        case .stateInline: return (states.observe(.volume, options: .skipsCurrent) { _ in handle() }, set)
        case .stateCoalescing:
            return (states.observe(.volume, options: [.skipsCurrent, .coalesces]) { _ in handle() }, set)
        case .stateOnActor: return (await Desk().observe(states, .skipsCurrent, handle), set)
        case .stateCoalescingOnActor:
            return (await Desk().observe(states, [.skipsCurrent, .coalesces], handle), set)
        case .partOfState:
            let registration = states.observe(.basket[\.total], options: .skipsCurrent) { _ in handle() }
            return (registration, { [states] in Thread.detachNewThread { states.update(.basket) { $0.total = 1 } } })
        case .property:
            return await MainActor.run { [states] in
                let document = Document()
                let registration = states.observe(\.title, of: document) { _ in handle() }
                return (registration, { Task { @MainActor in document.title = "new" } })
            }
        case .dispatchInline: return (calls.register((any Shop).self) { seller }, sell)
        case .dispatchKept: return (calls.register((any Shop).self) { seller }, sell)
        case .dispatchTraced:
            trace.start()
            return (calls.register((any Shop).self) { seller }, sell)
        case .dispatchOnActor: return (await Desk().register(calls, seller), sell)
        case .collect:
            let registration = calls.register((any Shop).self) { seller }
            return (registration, { Thread.detachNewThread { calls.collect((any Shop).self, .all) { $0.sell() } } })
        case .collectAsync, .collectSideBySide:
            let registration = calls.register((any Shop).self) { seller }
            let order: CallOrder = call == .collectAsync ? .oneByOne : .sideBySide
            return (
                registration,
                { Task { try await calls.collect((any Shop).self, .all, running: order) { await $0.order() } } }
            )
        }
    }

    @Test("C4: cancelAndDrain() waits for a running handler of every kind", arguments: DrainedCall.allCases)
    func waits(_ call: DrainedCall) async {
        let (registration, trigger) = await start(call)
        trigger()
        _ = await began.values(1)
        await registration.cancelAndDrain()
        let isEarly = ended.values.isEmpty
        drained.report(true)
        #expect(!isEarly, "it returned while the handler was running")
        _ = await ended.values(1)
    }

    @Test(
        "C4: cancelAndDrain() waits for a running handler after cancel()",
        arguments: [DrainedCall.stateInline, .collectAsync])
    func waitsAfterCancelling(_ call: DrainedCall) async {
        let (registration, trigger) = await start(call)
        trigger()
        _ = await began.values(1)
        registration.cancel()
        await registration.cancelAndDrain()
        let isEarly = ended.values.isEmpty
        drained.report(true)
        #expect(!isEarly)
        _ = await ended.values(1)
    }

    @Test("cancelAndDrain() returns if no handler is running, also when called twice", arguments: DrainedCall.allCases)
    func returns(_ call: DrainedCall) async {
        let (registration, _) = await start(call)
        await registration.cancelAndDrain()
        await registration.cancelAndDrain()
        #expect(began.values.isEmpty)
    }

    @Test("C4: cancelAndDrain() inside the call that it ends does not wait for that call")
    func insideOfItself() async throws {
        let calls = ProtocolDispatcherCenter()
        let own = Slot<Registration>()
        let seller = Seller(wait: { await own.value?.cancelAndDrain() })
        own.value = calls.register((any Shop).self) { seller }
        for order in [CallOrder.oneByOne, .sideBySide] {
            try await calls.collect((any Shop).self, .all, running: order) { await $0.order() }
        }
        #expect(calls.observations.isEmpty)
    }

    @Test("C4: cancelAndDrain() inside another receiver's call does not wait for that call")
    func insideOfAnother() async throws {
        let calls = ProtocolDispatcherCenter()
        let other = calls.register((any Shop).self, priority: -1) { [seller = Seller()] in seller }
        let seller = Seller(wait: { await other.cancelAndDrain() })
        let registration = calls.register((any Shop).self) { seller }
        try await calls.collect((any Shop).self, .all, running: .oneByOne) { await $0.order() }
        #expect(calls.observations.count == 1)
        registration.cancel()
    }

    @Test("No handler runs after cancelAndDrain() during concurrent sets and calls") func tearsDown() async {
        for _ in 0..<Effort.scaled(20, long: 1_000) {
            let (isTornDown, isLate) = (Slot(false), Probe<Bool>())
            let calls = ProtocolDispatcherCenter()
            let check: @Sendable () -> Void = { if isTornDown.value == true { isLate.report(true) } }
            let registrations = [
                states.observe(.volume) { _ in check() }, await Desk().observe(states, [], check),
                states.observe(.volume, options: .coalesces) { _ in check() },
                calls.register((any Shop).self) { [seller = Seller(check, wait: check)] in seller },
            ]
            await withTaskGroup { group in
                group.addTask { [states] in for number in 0..<50 { states.set(.volume, to: number) } }
                group.addTask { for _ in 0..<50 { calls.dispatch((any Shop).self) { $0.sell() } } }
                group.addTask {
                    for _ in 0..<20 {
                        _ = try? await calls.collect((any Shop).self, .all, running: .sideBySide) { await $0.order() }
                    }
                }
                group.addTask {
                    for registration in registrations { await registration.cancelAndDrain() }
                    isTornDown.value = true
                }
            }
            #expect(isLate.values.isEmpty)
        }
    }
}
