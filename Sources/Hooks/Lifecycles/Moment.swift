import Dispatchers
import Synchronization

/// A point in the life of components that a driver announces, with a payload.
///
/// Moments of one name and payload are one moment, wherever they were declared. Declare them as static members, so that
/// calls read well; one without a payload has the payload `Void`:
///
/// ```swift
/// extension Moment where Payload == Bool {
///     static var willAppear: Moment { Moment("willAppear") }
/// }
/// extension Moment where Payload == Void {
///     static var didLoad: Moment { Moment("didLoad") }
/// }
/// ```
public struct Moment<Payload>: Hashable, Sendable {
    /// What distinguishes it from other moments with this payload.
    public let name: String

    /// Creates a moment.
    public init(_ name: String) {
        self.name = name
    }
}

extension Moment: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

/// What hooks are sorted by: a moment with its type forgotten, or all of them.
struct MomentTopic: Hashable, Sendable {
    /// The topic of hooks that name moments by a pattern.
    static let all = MomentTopic(name: "*", payload: nil)

    let name: String
    private let payload: ObjectIdentifier?

    init<Payload>(_ moment: Moment<Payload>) {
        self.init(name: moment.name, payload: ObjectIdentifier(Payload.self))
    }

    private init(name: String, payload: ObjectIdentifier?) {
        self.name = name
        self.payload = payload
    }
}

/// Advice on moments of components, with all types inside.
final class MomentHook {
    /// Takes the component, the moment's name, its payload, and what proceeds.
    typealias Advice = (_ component: Any, _ name: String, _ payload: Any, _ proceed: Proceed) throws -> Void
    typealias Proceed = (Any) throws -> Void

    let place: MomentPlace
    let advice: Advice

    private let names: NamePattern?
    private let component: Any.Type
    private let isComponent: (Any) -> Bool
    private let isOwnerAlive: (() -> Bool)?

    /// Without a pattern, its topic in the registry is its moment.
    init<Component>(
        _ place: MomentPlace, of type: Component.Type, named names: NamePattern?, isOwnerAlive: (() -> Bool)?,
        _ advice: @escaping (Component, String, Any, Proceed) throws -> Void
    ) {
        self.place = place
        self.names = names
        self.isOwnerAlive = isOwnerAlive
        self.advice = { component, name, payload, proceed in
            guard let component = component as? Component else { return try proceed(payload) }
            try advice(component, name, payload, proceed)
        }
        component = type
        isComponent = { $0 is Component }
    }

    /// Whether it was ended, or its owner is gone.
    var isOver: Bool { place.isEnded || isOwnerAlive.map { !$0() } ?? false }

    /// Whether it concerns a moment of this component.
    ///
    /// It asks the value, since a type alone does not say which protocols it conforms to.
    func concerns(_ component: Any, at name: String) -> Bool {
        isComponent(component) && names?.matches(name) ?? true
    }

    /// The level for a component, from the outside in: patterns, then protocols and superclasses, then the component's own type.
    func level(for component: Any) -> Int {
        if names != nil { return 0 }
        return type(of: component) == self.component ? 2 : 1
    }
}

/// The place of a hook or an observer: what a registration may reach from anywhere.
///
/// Ending is one flag, so that it needs no access to the lifecycle or the life, which belongs to its isolation.
final class MomentPlace: Sendable {
    let hook: Hook

    private let isActive = Atomic(true)
    private let running = Atomic(0)
    private let isAwaited = Atomic(false)
    private let waiting = Protected([CheckedContinuation<Void, Never>]())

    init(_ hook: Hook) {
        self.hook = hook
    }

    /// Whether it was ended.
    var isEnded: Bool { !isActive.load(ordering: .sequentiallyConsistent) }

    /// Lets no further call start.
    func end() {
        isActive.store(false, ordering: .sequentiallyConsistent)
    }

    /// Begins a call unless it was ended; a call that begins is to be finished.
    func begin() -> Bool {
        running.add(1, ordering: .sequentiallyConsistent)
        if !isEnded { return true }
        finish()
        return false
    }

    /// Finishes a call.
    func finish() {
        let left = running.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
        if left == 0, isAwaited.load(ordering: .sequentiallyConsistent) { resumeWaiting() }
    }

    /// What a registration waits by: until no call of it runs.
    var registrar: Registrar {
        DrainingRegistrar { [self] in
            guard !EnclosingHooks.contain(self) else { return }
            await withCheckedContinuation { continuation in
                waiting.withLock { $0.append(continuation) }
                isAwaited.store(true, ordering: .sequentiallyConsistent)
                if running.load(ordering: .sequentiallyConsistent) == 0 { resumeWaiting() }
            }
        }
    }

    private func resumeWaiting() {
        let ready = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for continuation in ready { continuation.resume() }
    }
}

/// The keys of hooks that were ended, from any thread, and not yet cleared away by their lifecycle.
final class EndedMoments: Sendable {
    typealias Key = Registry<MomentTopic, MomentPlace>.Key

    private let keys = Protected([Key]())
    private let hasKeys = Atomic(false)

    func append(_ key: Key) {
        keys.withLock { keys in
            keys.append(key)
            hasKeys.store(true, ordering: .releasing)
        }
    }

    /// Takes all of them.
    ///
    /// While there are none it costs one atomic load.
    func takeAll() -> [Key] {
        guard hasKeys.load(ordering: .acquiring) else { return [] }
        return keys.withLock { keys in
            hasKeys.store(false, ordering: .relaxed)
            defer { keys = [] }
            return keys
        }
    }
}
