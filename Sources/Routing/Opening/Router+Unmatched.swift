import SignalboxCore

extension Router {
    /// Sets the function that is called with URLs that no handler handles, in place of the one before.
    ///
    /// The function runs on the isolation that it is written in, after the last handler declined. Of chained
    /// routers, only the last one that has such a function calls it. `canOpen` does not call it.
    public func onUnmatched(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (RouteMiss) -> Void
    ) {
        let handle: @Sendable (RouteMiss) -> Void = withoutIsolation(handler)
        setListener(UnmatchedListener(handler: .synchronous(on: handler.isolation, handle)))
    }

    /// Sets the function of an owner that is called with URLs that no handler handles, in place of the one before.
    ///
    /// The router does not retain the owner, except while the function runs. Once the owner is released, or after
    /// ``cancel(by:)``, the router has no such function.
    public func onUnmatched<Owner: AnyObject & Sendable>(
        by owner: Owner,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Owner, RouteMiss) -> Void
    ) {
        let handle: @Sendable (Owner, RouteMiss) -> Void = withoutIsolation(handler)
        let handler = IsolatedHandler<RouteMiss, Void>.synchronous(on: handler.isolation) { [weak owner] miss in
            if let owner { handle(owner, miss) }
        }
        setListener(UnmatchedListener(handler: handler, owner: WeakReference(owner)))
    }

    /// Removes the function of an owner.
    func removeListener(of owner: some AnyObject & Sendable) {
        while true {
            let (listener, time) = withState { ($0.unmatched, $0.changeCount) }
            guard listener?.owner?.object === owner else { return }
            let isDone = change(after: time) { state in state.unmatched.take() }
            if isDone { return }
        }
    }

    /// The function that is called with a URL that no handler handles; of chained routers, that of the last router that
    /// has one.
    var listener: IsolatedHandler<RouteMiss, Void>? {
        var last: IsolatedHandler<RouteMiss, Void>?
        for router in chain {
            if let own = router.withState({ $0.unmatched }), own.owner?.isGone != true { last = own.handler }
        }
        return last
    }

    private func setListener(_ listener: UnmatchedListener) {
        change { state in
            let former = state.unmatched
            state.unmatched = listener
            return former
        }
    }
}

/// The function that is called with a URL that no handler handles.
struct UnmatchedListener: Sendable {
    let handler: IsolatedHandler<RouteMiss, Void>

    /// The object that the function ends with.
    var owner: WeakReference?
}

/// A URL that no handler handled.
public struct RouteMiss: Sendable {
    /// The URL as it was opened, or the one that the last redirect led to.
    public let url: String

    /// The values that the caller of `open` added.
    public let extras: [String: String]

    /// The routes that match and declined, in the order in which they were asked.
    public let declinedBy: [RegisteredRoute]

    /// The errors of typed routes that match the URL and could not be read from it.
    public let unreadable: [RouteValueError]
}
