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
