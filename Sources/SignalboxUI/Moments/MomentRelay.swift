import Hooks

/// Sends each moment to several lifecycles, the first that was added outermost.
@MainActor final class MomentRelay {
    private var lifecycles: [Lifecycle] = []

    /// Adds a lifecycle, unless it was added before.
    func add(_ lifecycle: Lifecycle) {
        if lifecycles.contains(where: { $0 === lifecycle }) { return }
        lifecycles.append(lifecycle)
    }

    /// Announces a moment of a component to all lifecycles, and runs the body inside all their hooks.
    func send<Payload>(
        _ moment: Moment<Payload>, to component: some AnyObject, _ payload: Payload, body: (Payload) -> Void
    ) {
        send(moment, to: component, payload, from: 0, body)
    }

    private func send<Payload>(
        _ moment: Moment<Payload>, to component: some AnyObject, _ payload: Payload, from index: Int,
        _ body: (Payload) -> Void
    ) {
        guard index < lifecycles.count else { return body(payload) }
        lifecycles[index].send(moment, to: component, payload) { payload in
            send(moment, to: component, payload, from: index + 1, body)
        }
    }
}
