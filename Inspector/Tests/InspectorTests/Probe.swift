import Synchronization

/// The values that handlers report.
final class Probe<Value: Sendable>: Sendable {
    private let state = Mutex([Value]())

    var values: [Value] { state.withLock { $0 } }

    func report(_ value: Value) { state.withLock { $0.append(value) } }
}
