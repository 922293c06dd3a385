import Observation
import SignalboxCore

/// Waits for the changes of a property of an `@Observable` object.
///
/// Observation announces a change once, before it is made. So the value is read when the turn is over that changes it,
/// and the same reading watches the property again: changes in between are part of the value that is read.
///
/// A watch is retained by Observation, which releases it with the object, or by a task, until the next change.
@MainActor final class PropertyWatch<Object: AnyObject & Observable & SendableMetatype, Value>: Sendable
where Value: Equatable & Sendable {
    private weak let object: Object?
    private let path: KeyPath<Object, Value>
    private var known: Value?

    /// The hub retains the subscription until it ends, and must not be retained by the object.
    nonisolated private weak let subscription: Subscription?

    init(_ path: KeyPath<Object, Value>, of object: Object, for subscription: Subscription) {
        self.path = path
        self.object = object
        self.subscription = subscription
    }

    deinit { subscription?.cancel() }

    /// Calls the observer if the value is another one, and watches for the next change.
    func watch() {
        guard let object, let subscription, let handler = subscription.currentHandler as? StateHandler else { return }
        let new = withObservationTracking {
            object[keyPath: path]
        } onChange: { [self, queue = handler.ownQueue] in
            let carried = HandlerContext.current
            // The object still has the value before.
            queue?.append { CarriedValues.with(carried) { MainActor.assumeIsolated { self.watch() } } }
        }
        defer { known = new }
        guard let old = known, old != new else { return }
        let cause = Cause(DeliveryStep(of: subscription.topic, at: subscription.location))
        let change = PendingMessage(
            StateChange(before: old, hasBefore: true, new: new), of: subscription.topic, in: subscription.hub,
            because: cause)
        handler.call(change, of: subscription, on: ObjectIdentifier(MainActor.shared))
        change.endDelivery(isReceived: true)
    }
}
