import SignalboxCore

/// The values that something has received.
final class LawRecord<Value: Sendable>: Sendable {
    private let values = Protected<[Value]>([])
    private let registration = Protected<Registration?>(nil)

    init() {}

    /// Creates a record of the messages of a center.
    convenience init(_ center: MessageCenter) {
        self.init()
        let token = center.observe(Value.self) { [weak self] in self?.append($0) }
        registration.withLock { $0 = token }
    }

    var all: [Value] { values.withLock { $0 } }
    var count: Int { values.withLock { $0.count } }

    func append(_ value: Value) {
        values.withLock { $0.append(value) }
    }
}
