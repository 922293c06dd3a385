import Dispatchers

/// The protocol that the tests call.
///
/// It is not `Sendable`, so that a conformance can be isolated to an actor.
protocol LoginObserver {
    func didLogin(_ user: String)
    func check(_ user: String) throws -> Int?
}

extension LoginObserver {
    func check(_ user: String) throws -> Int? { nil }
}

struct Refused: Error, Equatable { let name: String }

/// A receiver that reports its calls and throws in `check(_:)` if `isRefusing` is set.
final class Log: LoginObserver, Sendable {
    let name: String
    let received: Probe<String>
    let answer: Int?
    let isRefusing: Bool

    init(_ name: String, _ received: Probe<String>, answer: Int? = nil, isRefusing: Bool = false) {
        self.name = name
        self.received = received
        self.answer = answer
        self.isRefusing = isRefusing
    }

    func didLogin(_ user: String) { received.report("\(name) \(user)") }

    func check(_ user: String) throws -> Int? {
        received.report("\(name) \(user)")
        if isRefusing { throw Refused(name: name) }
        return answer
    }
}
