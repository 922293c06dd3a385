import Synchronization

/// Somebody who answers requests of one type.
final class Responder: Sendable {
    /// The responders that answer at this moment, each asked by the one before.
    @TaskLocal private static var answering: [ObjectIdentifier] = []

    typealias Answer = @Sendable (any Sendable) async throws -> (any Sendable)?

    let id: UInt64
    let location: SourceLocation
    let owner: ObjectIdentifier?
    private let isOwnerAlive: (@Sendable () -> Bool)?
    private let isolation: @Sendable () -> (any Actor)?
    private let handler: Answer
    private let ended = Atomic(false)
    private let running = Protected(Running())

    /// The answers that are being made, and who waits for their end.
    private struct Running: Sendable {
        var count = 0
        var drains: [CheckedContinuation<Void, Never>] = []
    }

    init(
        id: UInt64, at location: SourceLocation, owner: ObjectIdentifier?, isOwnerAlive: (@Sendable () -> Bool)?,
        startingOn isolation: @escaping @Sendable () -> (any Actor)?, answer: @escaping Answer
    ) {
        self.id = id
        self.location = location
        self.owner = owner
        self.isOwnerAlive = isOwnerAlive
        self.isolation = isolation
        handler = answer
    }

    /// Whether it may be asked.
    ///
    /// Loads a weak reference, which may release the owner: never call it under a lock.
    var isActive: Bool { !ended.load(ordering: .acquiring) && isOwnerAlive?() ?? true }

    func end() { ended.store(true, ordering: .releasing) }

    /// The answer; `nil` when it ended, or its owner died, before it arrived on its actor.
    func answer(_ request: any Sendable) async throws -> (any Sendable)? {
        running.withLock { $0.count += 1 }
        defer { didAnswer() }
        return try await Self.$answering.withValue(Self.answering + [ObjectIdentifier(self)]) {
            try await start(request, on: isolation())
        }
    }

    /// Waits until no answer is being made, unless it is one of this responder that asks.
    func drain() async {
        if Self.answering.contains(ObjectIdentifier(self)) { return }
        await withCheckedContinuation { continuation in
            let mustWait = running.withLock { running in
                if running.count > 0 { running.drains.append(continuation) }
                return running.count > 0
            }
            if !mustWait { continuation.resume() }
        }
    }

    private func start(_ request: any Sendable, on actor: isolated (any Actor)?) async throws -> (any Sendable)? {
        isActive ? try await handler(request) : nil
    }

    private func didAnswer() {
        let drains = running.withLock { running in
            running.count -= 1
            guard running.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { running.drains = [] }
            return running.drains
        }
        for drain in drains { drain.resume() }
    }
}
