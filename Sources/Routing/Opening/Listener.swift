import SignalboxCore
import Synchronization

/// A function that a router calls, until its owner is released or its token ends.
final class Listener<Input: Sendable, Output: Sendable>: Sendable {
    let id: UInt64
    let location: SourceLocation
    let handler: IsolatedHandler<Input, Output>

    /// The object that the function ends with, and the name of its type.
    private let owner: (object: WeakReference, name: String)?

    private let isolation: WeakReference?
    private let wasRemoved = Atomic(false)

    fileprivate init(
        id: UInt64, by owner: (any AnyObject & Sendable)?, on isolation: (any Actor)?,
        _ handler: IsolatedHandler<Input, Output>, at location: SourceLocation
    ) {
        self.id = id
        self.owner = owner.map { (WeakReference($0), "\(type(of: $0))") }
        self.isolation = isolation.map { WeakReference($0) }
        self.handler = handler
        self.location = location
    }

    /// A Boolean value that indicates whether the owner was released.
    var isGone: Bool { owner?.object.isGone ?? false }

    /// A Boolean value that indicates whether the function is called no more, since it was removed.
    var hasEnded: Bool { wasRemoved.load(ordering: .acquiring) }

    /// The name of the owner's type.
    var ownerName: String? { owner?.name }

    /// Returns whether the function belongs to an object.
    func isOwned(by other: any AnyObject & Sendable) -> Bool { owner?.object.object === other }

    /// The function as a list shows it.
    func info(of what: String) -> ObservationInfo {
        var info = ObservationInfo(
            id: id, what: what, owner: owner?.name, isolation: isolation?.object as? any Actor, priority: 0,
            location: location)
        if case .asynchronous = handler { info.form = .asynchronous }
        return info
    }

    fileprivate func end() { wasRemoved.store(true, ordering: .releasing) }
}

/// The functions of one kind that a router calls, in the order of registration.
final class ListenerList<Input: Sendable, Output: Sendable>: Sendable {
    private let state = Protected(State())

    /// A Boolean value that indicates whether the list has functions, so that openings without any take no lock.
    private let isUsed = Atomic(false)

    private struct State {
        var listeners: [Listener<Input, Output>] = []

        /// The number of functions that were ever added.
        var count: UInt64 = 0
    }

    var isEmpty: Bool { !isUsed.load(ordering: .acquiring) }

    /// The functions whose owners are alive; removes the others.
    var all: [Listener<Input, Output>] {
        let all = state.withLock { $0.listeners }
        let alive = all.filter { !$0.isGone }
        if alive.count < all.count { remove(where: \.isGone) }
        return alive
    }

    @discardableResult
    func add(
        _ handler: IsolatedHandler<Input, Output>, by owner: (any AnyObject & Sendable)? = nil,
        on isolation: (any Actor)?, at location: SourceLocation
    ) -> Listener<Input, Output> {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        let listener = Listener(id: id, by: owner, on: isolation, handler, at: location)
        state.withLock { state in
            state.listeners.append(listener)
            isUsed.store(true, ordering: .releasing)
        }
        return listener
    }

    /// Returns a token with which a function ends.
    func token(of listener: Listener<Input, Output>) -> Registration {
        Registration(at: listener.location) { [weak self, weak listener] in self?.remove { $0 === listener } }
    }

    /// Removes functions, which are released without the lock.
    func remove(where isRemoved: (Listener<Input, Output>) -> Bool) {
        // An owner may be released while it is looked at.
        let removed = state.withLock { $0.listeners }.filter(isRemoved)
        for listener in removed { listener.end() }
        let former = state.withLock { state in
            let former = state.listeners
            state.listeners.removeAll { listener in removed.contains { $0 === listener } }
            isUsed.store(!state.listeners.isEmpty, ordering: .releasing)
            return former
        }
        withExtendedLifetime(former) {}
    }
}
