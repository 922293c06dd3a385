// A user of this module needs no other import for the types that the libraries share.
@_exported public import SignalboxCore
import Synchronization

/// The centers and services of one lifetime, such as the app, a session or a screen.
///
/// A session is a child of the app's centers. Messages that are posted in a child also reach the subscribers of its parent. States
/// inherit the parent's values until they are set in the child. Services are looked up in the child, and then in its ancestors. Calls
/// reach only receivers that are registered in the child.
///
/// ```swift
/// let app = Centers()
/// let session = app.begin(.session) { $0.services.provide((any CurrentUser).self, user) }
/// session.states.set(.cart, to: Cart())
/// session.close()
/// ```
///
/// Centers end when they are closed, when their parent is closed, or when they are released. Do not capture `Centers` in a handler:
/// capture the one center that it needs.
public final class Centers: Sendable {
    /// The messages.
    public let messages: MessageCenter

    /// The states.
    public let states: ObserverCenter

    /// The calls, with the services: `calls.service` looks them up here.
    public let calls: ProtocolDispatcherCenter

    /// Retained, since it closes its children when it is released.
    private let parent: Centers?

    /// Its number in the process.
    ///
    /// Later ones are larger.
    private let number = Centers.last.wrappingAdd(1, ordering: .relaxed).newValue

    private static let last = Atomic(0)

    private struct State: Sendable {
        /// The children, by their numbers.
        var children: [Int: WeakReference] = [:]
        var isClosed = false
    }

    private let state = Protected(State())

    /// The services of this lifetime, which closures that create services get as well.
    ///
    /// The message center and the observer center are services, too:
    ///
    /// ```swift
    /// app.calls.provide((any Cart).self, for: .session) { scope in
    ///     StoredCart(posting: try scope.service(MessageCenter.self))
    /// }
    /// ```
    public var services: ServiceScope { calls.application }

    /// Creates centers without a parent.
    ///
    /// The centers that you pass are closed with them.
    ///
    /// - Parameters:
    ///   - messages: The messages.
    ///   - states: The states.
    ///   - calls: The calls. Services that it provides for the lifetime `.application` live as long as these centers.
    public init(
        messages: MessageCenter = MessageCenter(), states: ObserverCenter = ObserverCenter(),
        calls: ProtocolDispatcherCenter = ProtocolDispatcherCenter()
    ) {
        self.messages = messages
        self.states = states
        self.calls = calls
        parent = nil
        provideCenters()
    }

    /// Creates centers without a parent that one trace records.
    ///
    /// ```swift
    /// let trace = Trace()
    /// let app = Centers(trace: trace)
    /// ```
    ///
    /// - Parameter trace: The trace, also of their children.
    public convenience init(trace: Trace) {
        self.init(
            messages: MessageCenter(trace: trace), states: ObserverCenter(trace: trace),
            calls: ProtocolDispatcherCenter(trace: trace))
    }

    private init(in parent: Centers, _ lifetime: ServiceLifetime, name: String?) {
        let name = name ?? "\(lifetime)"
        messages = MessageCenter(parent: parent.messages, name: name)
        states = ObserverCenter(parent: parent.states, name: name)
        calls = ProtocolDispatcherCenter(like: parent.calls, with: parent.services.begin(lifetime), name: name)
        self.parent = parent
        provideCenters()
    }

    deinit { close() }

    private func provideCenters() {
        services.provide(MessageCenter.self, messages)
        services.provide(ObserverCenter.self, states)
    }

    /// Creates child centers for a lifetime.
    ///
    /// The child takes limits, trace and error handlers from its parent. If the parent is closed, the child is closed from the
    /// beginning.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of its services.
    ///   - name: The name of its centers in a trace; that of the lifetime if `nil`.
    ///   - seed: Adds the services that the child begins with.
    /// - Returns: The child. Keep it: it ends when it is released.
    public func begin(
        _ lifetime: ServiceLifetime, name: String? = nil, _ seed: (Centers) -> Void = { _ in }
    ) -> Centers {
        let child = Centers(in: self, lifetime, name: name)
        seed(child)
        let isClosed = state.withLock { state in
            state.children[child.number] = WeakReference(child)
            return state.isClosed
        }
        if isClosed { child.close() }
        return child
    }

    /// A Boolean value that indicates whether these centers are closed.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Ends all observations, services and children.
    ///
    /// Closes first the children, the latest first; then the services in reverse order of creation, which can still use the centers;
    /// then the calls, the messages and the states.
    ///
    /// From then on, posts and sets are refused, calls reach no receivers, lookups of services throw, and states can be read. Calling
    /// it again does nothing.
    public func close() {
        let children = state.withLock { state -> [Int: WeakReference]? in
            if state.isClosed { return nil }
            state.isClosed = true
            defer { state.children = [:] }
            return state.children
        }
        guard let children else { return }
        for number in children.keys.sorted(by: >) { (children[number]?.object as? Centers)?.close() }
        services.close()
        calls.close()
        messages.close()
        states.close()
        parent?.state.withLock { _ = $0.children.removeValue(forKey: number) }
    }
}
