public import SignalboxCore
public import Synchronization

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
        let core = reference.value(under: HookCore.creationLock) {
            let core = HookCore(signature, among: .shared)
            PointcutRegistry.shared.adopt(core)
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
