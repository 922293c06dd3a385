import Synchronization

/// Who answers requests, and the requests that wait for an answer; its user guards it.
struct Calls: Sendable {
    private var responders: [ObjectIdentifier: [Responder]] = [:]
    private var pending: [UInt64: PendingRequest] = [:]
    private var lastID: UInt64 = 0

    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    subscript(type: ObjectIdentifier) -> [Responder] { responders[type] ?? [] }

    mutating func insert(_ responder: Responder, for type: ObjectIdentifier) {
        responders[type, default: []].append(responder)
    }

    /// Takes responders out, to be released outside of the lock.
    mutating func removeAll(where isDoomed: (Responder) -> Bool) -> [Responder] {
        let doomed = responders.values.joined().filter(isDoomed)
        for (type, all) in responders {
            let rest = all.filter { !isDoomed($0) }
            responders[type] = rest.isEmpty ? nil : rest
        }
        return doomed
    }

    mutating func insert(_ request: PendingRequest) -> UInt64 {
        let id = makeID()
        pending[id] = request
        return id
    }

    mutating func removeRequest(_ id: UInt64) { pending[id] = nil }

    /// Ends all who answer and all who ask.
    func closeAll() {
        for responder in responders.values.joined() { responder.end() }
        for request in pending.values { request.close() }
    }
}

/// Somebody who answers requests of one type.
final class Responder: Sendable {
    let id: UInt64
    let location: SourceLocation
    let owner: ObjectIdentifier?
    private let isOwnerAlive: (@Sendable () -> Bool)?
    private let answer: @Sendable (any Sendable) async throws -> (any Sendable)?
    private let ended = Atomic(false)

    init(
        id: UInt64, at location: SourceLocation, owner: ObjectIdentifier?, isOwnerAlive: (@Sendable () -> Bool)?,
        answer: @escaping @Sendable (any Sendable) async throws -> (any Sendable)?
    ) {
        self.id = id
        self.location = location
        self.owner = owner
        self.isOwnerAlive = isOwnerAlive
        self.answer = answer
    }

    /// Whether it may be asked.
    ///
    /// Loads a weak reference, which may release the owner: never call it under a lock.
    var isActive: Bool { !ended.load(ordering: .acquiring) && isOwnerAlive?() ?? true }

    func end() { ended.store(true, ordering: .releasing) }

    /// The answer; `nil` when its owner died before it could be asked.
    func answer(_ request: any Sendable) async throws -> (any Sendable)? {
        isActive ? try await answer(request) : nil
    }
}
