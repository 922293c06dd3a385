import SignalboxCore
import Synchronization

/// A registered hook: its terms, its advice, and the running calls of the advice.
///
/// A hook ends in one method, `end()`, whatever causes that: its token, its owner, a call that finds it over, or its
/// only call. `end()` then removes it from its list, and a pointcut's hook from all join points. Excluding a hook from
/// a list does not end it.
final class HookEntry: Sendable {
    private static let lastNumber = Atomic<UInt64>(0)

    let terms: HookTerms

    /// A `HookAdvice` of the join point's types, a `PointcutAdvice`, or `()` for the advice of a `MomentHook`.
    let advice: any Sendable

    /// The position among all hooks of the process, in the order of registration.
    let number = HookEntry.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue

    private let hasEnded = Atomic(false)
    private let wasReported = Atomic(false)
    private let calls = AdviceCalls()

    /// Returns the number of uses of its join point or lifecycle by now, for a registration that is released at once.
    fileprivate let countUses: @Sendable () -> UInt64
    private let didEnd: @Sendable (HookEntry) -> Void
    private let cancelToken = Protected<(@Sendable () -> Void)?>(nil)

    /// Creates an entry.
    ///
    /// `didEnd` removes it from its list, and is called at most once.
    init(
        _ terms: HookTerms, _ advice: any Sendable = (), didEnd: @escaping @Sendable (HookEntry) -> Void = { _ in },
        countingUses countUses: @escaping @Sendable () -> UInt64 = { 0 }
    ) {
        self.countUses = countUses
        self.terms = terms
        self.advice = advice
        self.didEnd = didEnd
    }

    /// A Boolean value that indicates whether the advice can never run again.
    ///
    /// The hook has ended, or its owner or its only object was released. Never read it under a lock.
    var isOver: Bool { isEnded || terms.owner?.isGone ?? false || terms.rule.isGone() }

    /// A Boolean value that indicates whether the hook was ended.
    var isEnded: Bool { hasEnded.load(ordering: .sequentiallyConsistent) }

    /// Returns a Boolean value that indicates whether calls of a join point have to look at the hook.
    ///
    /// These are calls on targets that it may apply to. A hook that matches by name and cannot run there is reported by a call,
    /// once, and then withdrawn.
    func mayApply(at signature: JoinPointSignature) -> Bool {
        if terms.rule.answer(signature, nil) == false { return false }
        return canRun(at: signature) || terms.rule.namesMethods && !wasReported.load(ordering: .relaxed)
    }

    /// Returns a Boolean value that indicates whether the advice can run in calls of a join point.
    func canRun(at signature: JoinPointSignature) -> Bool { !terms.needsMainActor || signature.isOnMainActor }

    /// Begins a synchronous call of the advice.
    ///
    /// A call that was begun ends with `finish()`.
    ///
    /// - Returns: `false` if the hook has ended. A hook for one call ends here.
    func begin() -> Bool {
        calls.begin()
        if admitCall() { return true }
        finish()
        return false
    }

    /// Ends a synchronous call of the advice.
    func finish() {
        if calls.end(), isEnded { calls.resumeWaiters() }
    }

    /// Makes an asynchronous call of the advice, on the caller's actor.
    ///
    /// - Returns: `nil` if the hook has ended. A hook for one call ends here.
    nonisolated(nonsending) func run<Output>(_ body: () async throws -> Output) async rethrows -> Output? {
        if isEnded { return nil }
        return try await calls.awaited.run {
            guard admitCall() else { return nil }
            return try await body()
        }
    }

    /// Ends the hook, whose advice is not called any more.
    ///
    /// - Returns: `false` if it had ended before.
    @discardableResult
    func end() -> Bool {
        guard !hasEnded.exchange(true, ordering: .sequentiallyConsistent) else { return false }
        didEnd(self)
        let cancelToken = cancelToken.withLock { $0 }
        cancelToken?()
        return true
    }

    /// Returns the token of the hook.
    ///
    /// The token retains the advice until the hook ends.
    func registration() -> Registration {
        let registration = Registration(of: HookRecord(of: self, waitingFor: calls))
        cancelToken.withLock { $0 = { [weak registration] in registration?.cancel() } }
        // A hook of one call may have ended before it had a token.
        if isEnded { registration.cancel() }
        return registration
    }

    /// Returns `true` at the first call: a hook is reported once.
    func admitReport() -> Bool { !wasReported.exchange(true, ordering: .relaxed) }

    /// The hook as it is listed.
    var info: ObservationInfo {
        ObservationInfo(
            id: number, what: terms.what, owner: terms.owner.map { "\($0.type)" }, isolation: terms.isolation,
            priority: terms.priority, location: terms.location)
    }

    /// Returns a Boolean value that indicates whether a call of the advice may start.
    ///
    /// A hook for one call ends here.
    private func admitCall() -> Bool { terms.rule.isOnce ? end() : !isEnded }
}

/// The record of a hook's registration: it retains the hook until that ends, and waits for calls without retaining it.
private final class HookRecord: Cancellable {
    let location: SourceLocation
    private let entry: Protected<HookEntry?>
    private let calls: AdviceCalls

    init(of entry: HookEntry, waitingFor calls: AdviceCalls) {
        location = entry.terms.location
        self.entry = Protected(entry)
        self.calls = calls
    }

    var activity: UInt64 { entry.withLock { $0 }?.countUses() ?? 0 }

    func reportRelease() {
        guard let entry = entry.withLock({ $0 }), !entry.isOver else { return }
        SkippedHook.report(entry, at: nil, .registrationReleased)
    }

    func cancel() {
        let ended = entry.withLock { $0.take() }
        ended?.end()
    }

    func drain() async { await calls.wait() }
}

/// The running calls of one hook's advice, for others to wait until they have ended.
///
/// A synchronous call costs two additions. An awaited call is known to its task, so that it does not wait for itself.
private final class AdviceCalls: Sendable {
    /// The awaited calls.
    let awaited = RunningCalls()

    private let running = Atomic(0)
    private let waiters = Protected([CheckedContinuation<Void, Never>]())

    /// Counts a synchronous call that begins.
    ///
    /// The caller counts first and looks afterwards whether the hook has ended. Who ends the hook writes that first and looks at
    /// the count afterwards. Both are sequentially consistent, so one of them sees the other.
    func begin() { running.add(1, ordering: .sequentiallyConsistent) }

    /// Counts a synchronous call that has ended.
    ///
    /// - Returns: A Boolean value that indicates whether it was the last one.
    func end() -> Bool { running.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 }

    /// Resumes those who wait for synchronous calls.
    func resumeWaiters() {
        let ready = waiters.withLock { waiters in
            let ready = waiters
            waiters = []
            return ready
        }
        for waiter in ready { waiter.resume() }
    }

    /// Waits for all running calls, except for those that enclose the current task.
    ///
    /// No further call may begin.
    func wait() async {
        await withCheckedContinuation { waiter in
            waiters.withLock { $0.append(waiter) }
            if running.load(ordering: .sequentiallyConsistent) == 0 { resumeWaiters() }
        }
        await awaited.wait()
    }
}
