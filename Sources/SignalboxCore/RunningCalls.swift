/// The running calls of one handler, for others to wait until they have ended.
///
/// A call that waits inside itself does not wait for itself. Of two calls that would wait for each other, neither waits.
package final class RunningCalls: Sendable {
    /// One running call, known to the tasks that it starts.
    private final class Call: Sendable {
        let group: RunningCalls

        init(of group: RunningCalls) {
            self.group = group
        }

        var isRunning: Bool { group.state.withLock { $0.running[ObjectIdentifier(self)] != nil } }
    }

    private struct Waiter: Sendable {
        /// The calls that it does not wait for.
        let exempt: Set<ObjectIdentifier>
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var running: [ObjectIdentifier: Call] = [:]
        var waiters: [Waiter] = []

        func isOver(for exempt: Set<ObjectIdentifier>) -> Bool {
            running.keys.allSatisfy { exempt.contains($0) }
        }

        /// Removes the waiters whose calls have all ended.
        mutating func takeReadyWaiters() -> [Waiter] {
            if waiters.isEmpty { return [] }
            let ready = waiters.filter { isOver(for: $0.exempt) }
            waiters = waiters.filter { !isOver(for: $0.exempt) }
            return ready
        }
    }

    /// The calls in which the current task runs, or ran when it was started.
    @TaskLocal private static var enclosing: [Call] = []

    /// The groups that calls wait for now, in the process.
    ///
    /// The lock of this dictionary is taken before that of a group.
    private static let waits = Protected([ObjectIdentifier: RunningCalls]())

    private let state = Protected(State())

    /// Creates a group without calls.
    package init() {}

    /// A Boolean value that indicates whether no call runs.
    package var isIdle: Bool { state.withLock { $0.running.isEmpty } }

    /// Makes an asynchronous call, which counts as running until it returns.
    package func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let call = begin()
        defer { end(call) }
        return try await Self.$enclosing.withValue(Self.enclosing + [call], operation: body)
    }

    /// Makes a synchronous call, which counts as running until it returns.
    package func counting<Result>(_ body: () throws -> Result) rethrows -> Result {
        let call = begin()
        defer { end(call) }
        return try body()
    }

    /// Waits until no call runs, except for those that enclose the current task and those that wait for these.
    package func wait() async {
        let own = Self.enclosing.filter(\.isRunning)
        for call in own { Self.waits.withLock { $0[ObjectIdentifier(call)] = self } }
        await withCheckedContinuation { continuation in
            let isOver = Self.waits.withLock { waits in
                let exempt = exemptCalls(for: own, waits)
                return state.withLock { state in
                    if state.isOver(for: exempt) { return true }
                    state.waiters.append(Waiter(exempt: exempt, continuation: continuation))
                    return false
                }
            }
            if isOver { continuation.resume() }
        }
        for call in own { Self.waits.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(call)) } }
    }

    private func begin() -> Call {
        let call = Call(of: self)
        state.withLock { $0.running[ObjectIdentifier(call)] = call }
        return call
    }

    private func end(_ call: Call) {
        let ready = state.withLock { state in
            state.running[ObjectIdentifier(call)] = nil
            return state.takeReadyWaiters()
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Returns the calls of this group that cannot end before some calls have ended, and these calls themselves.
    private func exemptCalls(
        for own: [Call], _ waits: [ObjectIdentifier: RunningCalls]
    ) -> Set<ObjectIdentifier> {
        var exempt = Set(own.map { ObjectIdentifier($0) })
        if own.isEmpty { return exempt }
        let running = state.withLock { Array($0.running.keys) }
        for call in running where Self.isBlocked(call, by: exempt, waits) { exempt.insert(call) }
        return exempt
    }

    /// Returns whether a call waits, directly or by way of others, for one of some calls.
    private static func isBlocked(
        _ call: ObjectIdentifier, by others: Set<ObjectIdentifier>, _ waits: [ObjectIdentifier: RunningCalls]
    ) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var next = [call]
        while let call = next.popLast() {
            guard seen.insert(call).inserted, let group = waits[call] else { continue }
            let running = group.state.withLock { Array($0.running.keys) }
            if !others.isDisjoint(with: running) { return true }
            next += running
        }
        return false
    }
}
