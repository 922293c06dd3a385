import SignalboxCore
public import Synchronization

// All unsafe code of the module, each with the reason why it is sound.

/// The reference from a join point to its hooks: `nil` at first, and then one core for good.
///
/// A join point is a value in static storage, so that reaching it needs no call; its core is an object, so that a hook
/// registered anywhere can reach it. Loading a counted reference would cost more than the whole call.
/// Why it is sound: the core is retained when it is stored, never replaced, and never released.
@usableFromInline
struct HookLink: ~Copyable, Sendable {
    @usableFromInline let stored: Atomic<Unmanaged<HookCore>?>

    /// Refers to no core yet.
    @inlinable init() { stored = Atomic(nil) }

    /// Refers to the core that another link refers to.
    @inlinable init(lending link: borrowing HookLink) { stored = Atomic(link.stored.load(ordering: .acquiring)) }

    /// Whether a call can run the body at once.
    ///
    /// It is `false` before the first call, since a pointcut may apply. Relaxed suffices for the count: a
    /// thread that learns of a registration by any means also reads the count incremented for it. The likely case comes first in
    /// the machine code.
    @inlinable var isUnhooked: Bool {
        guard let core = stored.load(ordering: .acquiring) else { return false }
        return _fastPath(core._withUnsafeGuaranteedRef { $0.hookedCount.load(ordering: .relaxed) == 0 })
    }

    /// The plan of calls, if it is made, which is found without retaining the core.
    ///
    /// A family has none.
    var plan: HookPlan? { stored.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.plan } }

    /// Held while a core is made.
    private static let making = Mutex(())

    /// The core, created at the first access.
    ///
    /// Pointcuts find it before calls do. So a call misses no hook that was registered before it.
    func core(at place: @autoclosure () -> HookPlace) -> HookCore {
        if let core = stored.load(ordering: .acquiring) { return core.takeUnretainedValue() }
        return Self.making.withLock { _ in
            if let core = stored.load(ordering: .acquiring) { return core.takeUnretainedValue() }
            let core = HookCore(place(), in: .pointcuts)
            stored.store(
                .passRetained(HookCore.pointcuts.member(for: ObjectIdentifier(core)) { core }), ordering: .releasing)
            return core
        }
    }
}

/// Hooks at one time, in the order in which a call meets them; each call retains it.
///
/// It has no generic parameters: generic code would look up its type in each call. A call does not retain the hooks that it meets.
/// Why it is sound: they are retained until the plan is released. A join point asks for a plan with its own types alone, and plans
/// are made when they are asked for; a checked cast would take most of the time of a call.
final class HookPlan: Sendable {
    private let steps: [Unmanaged<any AnyObject & Sendable>]
    let identifiers: [ObjectIdentifier]

    /// Orders hooks by priority, then level, then order of registration.
    init<Target, Arguments, Output>(_ steps: [HookStep<Target, Arguments, Output>]) {
        self.steps = steps.sorted { $0.rank < $1.rank }.map { .passRetained($0) }
        identifiers = steps.map { ObjectIdentifier($0.entry) }
    }

    deinit { for step in steps { step.release() } }

    /// Runs a body inside the hooks, from one on.
    func run<Target, Arguments, Output>(
        from start: Int = 0, _ target: inout Target, _ arguments: Arguments,
        _ body: (inout Target, Arguments) throws -> Output
    ) throws -> Output {
        for index in start..<steps.count {
            let step = Unmanaged<HookStep<Target, Arguments, Output>>.fromOpaque(steps[index].toOpaque())
            guard step._withUnsafeGuaranteedRef({ $0.takesPart(in: &target) }) else { continue }
            return try step._withUnsafeGuaranteedRef { step in
                try step.advice.sync(&target, arguments) { try run(from: index + 1, &$0, $1, body) }
            }
        }
        return try body(&target, arguments)
    }

    /// Runs a body inside the hooks, from one on, on the caller's actor.
    nonisolated(nonsending) func run<Target, Arguments, Output, Failure: Error>(
        from start: Int = 0, awaiting target: Target, _ arguments: Arguments,
        _ body: (Arguments) async throws(Failure) -> Output
    ) async throws -> Output {
        for index in start..<steps.count {
            let step = Unmanaged<HookStep<Target, Arguments, Output>>.fromOpaque(steps[index].toOpaque())
            guard step._withUnsafeGuaranteedRef({ step in lend(target) { step.takesPart(in: &$0) } }) else { continue }
            return try await step._withUnsafeGuaranteedRef { $0.advice }.async(target, arguments) {
                try await run(from: index + 1, awaiting: target, $0, body)
            }
        }
        return try await body(arguments)
    }
}

/// Lends a value as `inout` to a body that does not change it, without a copy.
///
/// Why it is sound: nothing changes the target of a call but a `mutating` method and its advice, which have it as `inout` themselves.
func lend<Value, Output>(_ value: Value, _ body: (inout Value) throws -> Output) rethrows -> Output {
    try withUnsafePointer(to: value) { try body(&UnsafeMutablePointer(mutating: $0).pointee) }
}

/// Runs a body with a value if it is of a type.
///
/// Why it is sound: the value is read as its own type. A cast would look up types in each call.
func with<Kind>(_ value: Any, as kind: Kind.Type, _ body: (Kind) -> Void) {
    func open<Value>(_ exact: Value) {
        guard Value.self == Kind.self else { return cast(value, to: kind, body) }
        body(unsafeBitCast(exact, to: Kind.self))
    }
    open(value)
}

/// A function of its own, since every call of one that casts looks up the type of the optional.
@inline(never)
private func cast<Kind>(_ value: Any, to kind: Kind.Type, _ body: (Kind) -> Void) {
    if let value = value as? Kind { body(value) }
}

/// A weak reference to the object of a pointcut or the owner of a hook.
final class WeakObject: Sendable {
    let id: ObjectIdentifier
    let type: Any.Type

    // Why they are sound though the object need not be `Sendable`: one is only compared with `nil`, and the other is not read.
    // Retaining for a moment what another isolation owns may release the object here instead of there, which a `deinit`
    // must expect anyway. While there is an unowned reference to it, the memory of an object is not used again, so that
    // an object of this identifier is this one (C16).
    private nonisolated(unsafe) weak let object: AnyObject?
    private nonisolated(unsafe) unowned let memory: AnyObject

    init(_ object: AnyObject) {
        (id, type, memory) = (ObjectIdentifier(object), Swift.type(of: object), object)
        self.object = object
    }

    var isGone: Bool { object == nil }
}
