import SignalboxCore

/// The handler that lets a state follow the state of the parent.
///
/// The subscription ends with the first change of the parent after the state was set here.
final class InheritingHandler<Value: Sendable>: Handler {
    private weak let center: ObserverCenter?
    private let cell: StateCell<Value>

    init(in center: ObserverCenter, _ cell: StateCell<Value>) {
        self.center = center
        self.cell = cell
    }

    override var isOrphaned: Bool { center == nil }

    override func receive(_ value: ValueAddress) throws -> Bool {
        let scope = CurrentThread.current.scope?.object
        guard let center, let scope, let cause = scope.cause else { return false }
        let context = SetContext(
            location: cause.step.location, actor: scope.actor, knownCause: cause, isInherited: true)
        return value.lend(as: StateChange<Value>.self) { change in
            cell.set(change.new, by: .parent, context, in: center)
        }
    }
}
