import SignalboxCore
import Synchronization

/// The centers and services of one part of an app's life: of the app, of a session in it, or of a screen.
///
/// A part is begun in another one. Messages that are posted in it also reach the subscribers of the part around it. States have the
/// values of that part until they are set here. Services are looked up here, and then in the parts around. Calls reach the receivers
/// that are registered here alone.
///
/// ```swift
/// let app = Centers()
/// let session = app.begin(.session) { $0.services.provide((any CurrentUser).self, user) }
/// session.states.set(.cart, to: Cart())
/// session.close()
/// ```
///
/// A part ends when it is closed, when the part around it is closed, or when it is released. Do not capture it in a closure that one of
/// its centers keeps: capture the center that the closure needs.
public final class Centers: Sendable {
    /// The messages.
    public let messages: MessageCenter

    /// The states.
    public let states: ObserverCenter

    /// The calls, with the services: `calls.service` looks them up here.
    public let calls: ProtocolDispatcherCenter

    /// Retained, since it closes the parts in it when it is released.
    private let parent: Centers?

    /// Its number in the process.
    ///
    /// Later ones are larger.
    private let number = Centers.last.wrappingAdd(1, ordering: .relaxed).newValue

    private static let last = Atomic(0)

    private struct State: Sendable {
        /// The parts in this one, by their numbers.
        var children: [Int: WeakReference] = [:]
        var isClosed = false
    }

    private let state = Protected(State())

    /// The services, which closures that make services get as well.
    ///
    /// The message center and the observer center of the part are services of it:
    ///
    /// ```swift
    /// app.calls.provide((any Cart).self, for: .session) { scope in
    ///     StoredCart(posting: try scope.service(MessageCenter.self))
    /// }
    /// ```
    public var services: ServiceScope { calls.application }

    /// Creates the outermost part from its centers, which it closes when it ends.
    ///
    /// - Parameters:
    ///   - messages: The messages.
    ///   - states: The states.
    ///   - calls: The calls. Services that it provides for the lifetime `.application` live in this part.
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

    /// Begins a part in this one; if this one is closed, the new one is closed from the beginning.
    ///
    /// Limits, trace and error handlers of its centers are those of this part.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of its services.
    ///   - name: The name of its centers in a trace; that of the lifetime if `nil`.
    ///   - seed: Adds the services that the part begins with, and whatever it needs before others get it.
    /// - Returns: The part. Keep it: it ends when it is released.
    public func begin(
        _ lifetime: ServiceLifetime, name: String? = nil, _ seed: (Centers) -> Void = { _ in }
    ) -> Centers {
        let part = Centers(in: self, lifetime, name: name)
        seed(part)
        let isClosed = state.withLock { state in
            state.children[part.number] = WeakReference(part)
            return state.isClosed
        }
        if isClosed { part.close() }
        return part
    }

    /// A Boolean value that indicates whether it was closed.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Ends all that belongs to this part, and to the parts in it.
    ///
    /// First the parts in it are closed, the latest first. Then its services are closed, the last made first: they can still use the
    /// centers. Then the centers are closed, calls before messages before states.
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
