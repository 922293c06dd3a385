import Dispatchers
import Foundation
import Observation
import Testing

private protocol Shop: Sendable {
    func sell()
    func order() async
}

/// Every kind of call that a token of a state or of a call can end.
enum DrainedCall: CaseIterable {
    case stateInline, stateOnActor, stateCoalescing, stateCoalescingOnActor, partOfState, property
    case dispatchInline, dispatchTraced, dispatchOnActor, dispatchKept, collect, collectAsync, collectSideBySide
}

@Suite("Waiting for running handlers of states and calls") struct DrainingTests {
    private let began = Probe<Bool>()
    private let ended = Probe<Bool>()
    private let drained = Probe<Bool>()
    private let states = ObserverCenter()

    /// Runs for a while, and longer than who does not wait for it: blocking for good could take the last thread that there
    /// is for tasks.
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

    /// Registers a handler, and answers its token and what has it called.
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

    @Test("C4: cancelAndDrain waits for a handler that is running, of every kind", arguments: DrainedCall.allCases)
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

    @Test("C4: a token that was cancelled before still waits", arguments: [DrainedCall.stateInline, .collectAsync])
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

    @Test("cancelAndDrain returns where nothing runs, and twice", arguments: DrainedCall.allCases)
    func returns(_ call: DrainedCall) async {
        let (registration, _) = await start(call)
        await registration.cancelAndDrain()
        await registration.cancelAndDrain()
        #expect(began.values.isEmpty)
    }

    @Test("C4: asked inside of the call that it ends, cancelAndDrain does not wait for it") func insideOfItself()
        async throws
    {
        let calls = ProtocolDispatcherCenter()
        let own = Slot<Registration>()
        let seller = Seller(wait: { await own.value?.cancelAndDrain() })
        own.value = calls.register((any Shop).self) { seller }
        for order in [CallOrder.oneByOne, .sideBySide] {
            try await calls.collect((any Shop).self, .all, running: order) { await $0.order() }
        }
        #expect(calls.observations.isEmpty)
    }

    @Test("C4: asked inside of another receiver's call, cancelAndDrain does not wait for that") func insideOfAnother()
        async throws
    {
        let calls = ProtocolDispatcherCenter()
        let other = calls.register((any Shop).self, priority: -1) { [seller = Seller()] in seller }
        let seller = Seller(wait: { await other.cancelAndDrain() })
        let registration = calls.register((any Shop).self) { seller }
        try await calls.collect((any Shop).self, .all, running: .oneByOne) { await $0.order() }
        #expect(calls.observations.count == 1)
        registration.cancel()
    }

    @Test("what a handler uses may be torn down after cancelAndDrain, beside sets and calls") func tearsDown() async {
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
