public import SignalboxCore
public import Synchronization

// The files of this folder:
//
// - `HookPoint`: what a join point is, and how a call of it reaches its hooks.
// - `JoinPoint`, `MutatingJoinPoint`, `ActorJoinPoint`, `AsyncJoinPoint`: how a method of each kind is called and hooked.
// - `JoinPointFamily`: how the methods of generic types are hooked.

/// A hookable method, with typed arguments and result.
///
/// Write it by the name of its shape, which says how the method takes its target and what it may do:
///
/// | | plain | `throws` | `async` | `async throws` |
/// |---|---|---|---|---|
/// | class, struct, enum, static, function | ``JoinPoint`` | ``ThrowingJoinPoint`` | ``AsyncJoinPoint`` | ``AsyncThrowingJoinPoint`` |
/// | `mutating` | ``MutatingJoinPoint`` | ``MutatingThrowingJoinPoint`` | – | – |
/// | actor | ``ActorJoinPoint`` | ``ActorThrowingJoinPoint`` | as in the first row | as in the first row |
/// | main actor | ``MainActorJoinPoint`` | ``MainActorThrowingJoinPoint`` | as in the first row | as in the first row |
///
/// Declare one for each method, and wrap the body in it:
///
/// ```swift
/// final class Cart {
///     static let adding = JoinPoint<Cart, (item: String, count: Int), Int>("add(_:count:)")
///     private var total = 0
///
///     func add(_ item: String, count: Int) -> Int {
///         Self.adding(self, (item, count)) { item, count in
///             total += count
///             return total
///         }
///     }
/// }
/// let doubling = Cart.adding.around { cart, call, proceed in proceed((call.item, call.count * 2)) }
/// ```
///
/// Advice runs in this order: higher priority outside; then patterns outside protocols, these outside types,
/// these outside single objects; then the first registered outside. So `before` advice runs in that order and `after`
/// advice in reverse. The hooks of a call are those registered when it begins: one added meanwhile waits for the
/// next call, one cancelled meanwhile does not start any more, `after` advice included. Advice that calls the hooked method is
/// itself advised.
///
/// While nothing is hooked, a call costs two loads and two branches. A hooked one asks each hook of the join point whether it
/// applies. Advice before and after a call takes no stack, however many hooks there are; each advice around it is a nested call.
///
/// Pointcuts find a join point from its first call or its first use. Keep join points in static storage: they are never released.
/// A generic type, which cannot store any, gets them from a ``JoinPointFamily``.
///
/// `Style` says how the method takes its target. `Failure` is the error that the method throws, and `Thrown` the error that its advice may
/// throw: `Never`, or any error where the method throws.
@frozen
public struct HookPoint<Style, Target, Arguments, Output, Failure: Error, Thrown: Error>: ~Copyable, Sendable {
    @usableFromInline let reference: StaticReference<HookCore>
    @usableFromInline let family: PermanentReference<FamilyCore>?
    @usableFromInline let declared: (name: StaticString, fileID: StaticString, line: Int)

    /// Declares a join point.
    ///
    /// - Parameters:
    ///   - name: The method as listings show it and patterns match it.
    ///   - fileID: The file in which the join point is declared.
    ///   - line: The line on which the join point is declared.
    @inlinable public init(_ name: StaticString, fileID: StaticString = #fileID, line: Int = #line) {
        reference = StaticReference()
        family = nil
        declared = (name, fileID, line)
    }

    /// Refers to the join point of this type in a family.
    ///
    /// Create it in a computed property, at each call. A stored join point never looks for hooks if none was registered when it was
    /// created.
    @inlinable public init(in family: borrowing JoinPointFamily) {
        let core = family.core
        let unhooked = core.with { core in
            core.hookedCount.load(ordering: .relaxed) == 0 ? core.unhooked : nil
        }
        reference = StaticReference(unhooked)
        self.family = core
        declared = family.declared
    }

    /// The current hooks of only this join point, first registered first.
    public var hooks: [ObservationInfo] { core.entries.filter { !$0.isOver }.map(\.info) }

    /// Ends all hooks of an owner at this join point.
    public func cancel(by owner: AnyObject) { core.cancel(by: owner) }

    /// A Boolean value that indicates whether a call can run the body at once.
    ///
    /// Before the first call it is `false`, since a pointcut may apply. Relaxed suffices for the flag: a thread that learns of a
    /// registration by any means also reads the flag that was set for it. The likely case comes first in the machine code.
    @inlinable var isUnhooked: Bool {
        guard let core = reference.value else { return false }
        return _fastPath(core.with { !$0.isHooked.load(ordering: .relaxed) })
    }

    /// The core, which is made when it is first asked for, and then known to pointcuts.
    var core: HookCore {
        if let family {
            // Two shapes of one target are two join points: all types count.
            let shape = ObjectIdentifier((Style, Target, Arguments, Output, Failure, Thrown).self)
            return family.with { $0.member(for: shape, at: signature) }
        }
        var hooks: [HookEntry] = []
        defer { withExtendedLifetime(hooks) {} }
        let core = reference.value(under: HookCore.creationLock) {
            let core = HookCore(signature, among: .shared)
            hooks = PointcutRegistry.shared.adopt(core)
            return core
        }
        return core.with { $0 }
    }

    private var signature: JoinPointSignature {
        JoinPointSignature(
            type: Target.self, name: declared.name.description,
            location: SourceLocation(fileID: declared.fileID, line: declared.line),
            isOnMainActor: Style.self == HookStyle.OnMainActor.self, covers: { $0 is Target.Type })
    }
}

/// The calling styles of join points: how the call and its advice take the target.
public enum HookStyle {
    /// The styles of synchronous methods.
    public protocol Synchronous {}
    /// The styles of synchronous methods whose advice with an owner has the isolation in which it is written.
    public protocol Inheriting: Synchronous {}

    /// The style of synchronous methods and functions.
    public enum Plain: Inheriting {}
    /// The style of mutating methods, whose advice gets the target `inout`.
    public enum Mutating {}
    /// The style of synchronous methods of an actor.
    public enum OnActor: Synchronous {}
    /// The style of synchronous methods on the main actor.
    public enum OnMainActor: Inheriting {}
    /// The style of asynchronous methods.
    public enum Async {}
}

extension HookPoint {
    /// The plan of a call that begins now.
    private var plan: HookPlan {
        reference.value?.with { $0.plan } ?? core.plan(of: Advice.self)
    }

    /// Runs the body of a synchronous method inside the hooks that apply to the target.
    ///
    /// The arguments come first, so that they stay in the registers in which the method got them while nothing is hooked.
    @usableFromInline func runHooked(
        _ arguments: Arguments, on target: Target, _ body: (Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        let plan = plan
        do {
            return try lend(target) { try plan.run(&$0, arguments) { try body($1) } }
        } catch {
            throw converted(error)
        }
    }

    /// Runs the body of a `mutating` method inside the hooks that apply to the target.
    @usableFromInline func runHooked(
        _ target: inout Target, _ arguments: Arguments, _ body: (inout Target, Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        do {
            return try plan.run(&target, arguments) { try body(&$0, $1) }
        } catch {
            throw converted(error)
        }
    }

    /// Runs the body of an asynchronous method inside the hooks that apply to the target, on the caller's actor.
    @usableFromInline nonisolated(nonsending) func runHooked(
        _ arguments: Arguments, awaiting target: Target, _ body: (Arguments) async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        do {
            return try await plan.run(awaiting: target, arguments, body)
        } catch {
            throw converted(error)
        }
    }
}

extension HookPoint {
    typealias Advice = HookAdvice<Target, Arguments, Output>
    typealias Terms = HookTerms

    /// Adds a hook, which ends with its token.
    func add(_ terms: Terms, _ advice: Advice) -> Registration { core.add(terms, advice).registration() }

    /// Adds a hook, which ends with its owner.
    ///
    /// The advice is made from a function that returns the owner, if it is alive.
    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner, _ advice: (@escaping @Sendable () -> Owner?) -> Advice
    ) {
        core.add(terms, by: owner, advice)
    }

    /// Returns advice after a call, from a function of its outcome.
    static func after(
        _ advice: @escaping @Sendable (inout Target, Arguments, Result<Output, Thrown>) throws -> Void
    ) -> Advice {
        .after(
            returned: { try advice(&$0, $1, .success($2)) },
            failed: { try advice(&$0, $1, .failure(converted($2))) })
    }

    // Shared by several styles. The advice has no isolation any more.

    func add(
        _ terms: Terms, before advice: @escaping @Sendable (Target, Arguments) throws(Thrown) -> Void
    ) -> Registration {
        add(terms, .before { try advice($0, $1) })
    }

    func add(
        _ terms: Terms,
        after advice: @escaping @Sendable (Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) -> Registration {
        add(terms, Self.after { try advice($0, $1, $2) })
    }

    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner,
        before advice: @escaping @Sendable (Owner, Target, Arguments) throws(Thrown) -> Void
    ) {
        add(terms, by: owner) { owner in
            .before { if let owner = owner() { try advice(owner, $0, $1) } }
        }
    }

    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner,
        after advice: @escaping @Sendable (Owner, Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) {
        add(terms, by: owner) { owner in
            Self.after { if let owner = owner() { try advice(owner, $0, $1, $2) } }
        }
    }

    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner,
        around advice:
            @escaping @Sendable (Owner, Target, Arguments, (Arguments) throws -> Output) throws -> Output
    ) {
        add(terms, by: owner) { owner in
            .around { target, arguments, proceed in
                guard let owner = owner() else { return try proceed(&target, arguments) }
                return try advice(owner, target, arguments) { try proceed(&target, $0) }
            }
        }
    }
}
