import SignalboxCore

/// The handler that gives values to a sequence.
final class StateValuesHandler<Value: Sendable>: Handler {
    private let values: StateValues<Value>

    init(_ values: StateValues<Value>) {
        self.values = values
    }

    override func receive(_ value: ValueAddress) throws -> Bool {
        values.put(value.lend(as: StateChange<Value>.self) { $0.new })
        return true
    }

    override func describe(_ info: inout ObservationInfo) {
        let counts = values.counts
        info.form = .sequence
        info.waiting = counts.waiting
        info.dropped = counts.dropped
    }

    override func end() {
        values.finish()
    }
}
