/// Something that was registered, and the right to end it.
///
/// What it stands for lives until `cancel()` is called or the last reference to the registration is released,
/// whichever comes first; keep it for as long as you want to be called.
///
/// ```swift
/// let registration = center.observe(ItemAdded.self) { added in print(added.name) }
/// registration.cancel()
/// ```
///
/// After `cancel()` has returned no new call starts, also none for what was accepted before. A call that another thread
/// has just begun may still be running; `cancel()` never waits for it, so a handler may cancel itself.
public final class Registration: Sendable {
    /// Where the registration was made.
    public let location: SourceLocation

    /// What was registered, until it is ended.
    private let object: AtomicReference<Registrar.Object>
    private let id: UInt64
    private let registrar: Registrar

    /// Stands for something that a registrar knows by its number.
    package init(of object: Registrar.Object, _ id: UInt64, by registrar: Registrar, at location: SourceLocation) {
        self.location = location
        self.object = AtomicReference(.passRetained(object))
        self.id = id
        self.registrar = registrar
    }

    /// Stands for whatever an action ends, which is called once at most.
    ///
    /// - Parameters:
    ///   - location: Where the registration was made.
    ///   - registrar: Waits for running calls; a `DrainingRegistrar` where there are any.
    ///   - end: Ends what was registered.
    package convenience init(
        at location: SourceLocation, by registrar: Registrar = .ofActions, end: @escaping @Sendable () -> Void
    ) {
        self.init(of: Registrar.Action(end), 0, by: registrar, at: location)
    }

    deinit {
        cancel()
    }

    /// Ends what was registered.
    ///
    /// Harmless when repeated, from any thread, and from inside the handler that it ends.
    ///
    /// - Returns: Whether this call was the one that ended it. When another thread is ending it at this very moment,
    ///   `false` may come before that is done.
    @discardableResult
    public func cancel() -> Bool {
        guard let object = object.exchange(nil)?.takeRetainedValue() else { return false }
        registrar.end(object, id)
        return true
    }

    /// Ends what was registered, and waits for calls of it that are running.
    ///
    /// When it returns none runs any more, on any thread, and what the handler captured may be torn down. It may have to
    /// wait for other handlers of the center that run at this moment. Asked by the very handler that it ends, it does not
    /// wait for that one.
    public func cancelAndDrain() async {
        cancel()
        await registrar.drain()
    }
}

extension Registration: CustomStringConvertible {
    /// Where it was made, and whether it has ended, in a line for a developer.
    public var description: String {
        "registered at \(location)\(object.load() == nil ? ", and has ended" : "")"
    }
}

/// Who ends what was registered, and outlives it: one for many registrations, so that each of these stays small.
///
/// This class runs actions. It is a class and not a protocol: a reference to one of several unrelated classes takes 8 bytes
/// more, which the allocator makes 16 of the 64 of each registration. Why it may be shared though it has subclasses, which
/// the compiler does not look through: it holds nothing, and what they hold is constant and `Sendable`.
package class Registrar: @unchecked Sendable {
    package typealias Object = AnyObject

    /// Ends what an action ends, and has no calls to wait for.
    package static let ofActions = Registrar()

    fileprivate final class Action: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Not of the whole package: in 6.3 its subclasses would get an initializer that calls itself.
    init() {}

    /// Ends what is known by a number.
    package func end(_ object: Object, _ id: UInt64) { (object as? Action)?.run() }

    /// Waits for calls that are running.
    package func drain() async {}
}

/// Ends what an action ends, and waits for running calls as another action does: one for all registrations of a center.
package final class DrainingRegistrar: Registrar, @unchecked Sendable {
    private let wait: @Sendable () async -> Void

    /// Waits by an action, which keeps none of what was registered alive.
    package init(waiting wait: @escaping @Sendable () async -> Void) {
        self.wait = wait
        super.init()
    }

    package override func drain() async { await wait() }
}
