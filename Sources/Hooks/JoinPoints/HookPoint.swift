import Dispatchers

/// A method that others may hook, without a base class and typed throughout.
///
/// It is always written by the name of its shape, which says how the method takes its target and what it may do:
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
/// these outside single objects; then the first registered outside. So what comes `before` runs in that order and what
/// comes `after` in reverse. The hooks of a call are those registered when it begins: one added meanwhile waits for the
/// next call, one cancelled meanwhile does not start any more. Advice that calls the hooked method is itself advised.
///
/// While nothing is hooked a call costs two loads and two branches. A join point makes itself known to pointcuts with its
/// first call or its first use. Of a generic type, which cannot store it, the join point comes from a ``JoinPointFamily``.
public struct HookPoint<
    Target, Arguments, Output, Failure: Error, Around: Sendable, Observe: Sendable, Returned: Sendable, Thrown: Sendable
>: ~Copyable, Sendable {
    @usableFromInline let link: HookLink
    @usableFromInline let name: StaticString
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: Int

    /// Declares a join point.
    ///
    /// - Parameters:
    ///   - name: The method as listings show it and patterns match it.
    ///   - fileID: Where the join point is declared; leave it to the compiler.
    ///   - line: Where the join point is declared; leave it to the compiler.
    @inlinable public init(_ name: StaticString, fileID: StaticString = #fileID, line: Int = #line) {
        link = HookLink()
        self.name = name
        self.fileID = fileID
        self.line = line
    }

    /// The current hooks of this join point alone, first registered first.
    public var hooks: [Hook] { core.hooks }

    /// The name with its place and, a line for each, the hooks with theirs.
    public var description: String {
        (["\(core.place)"] + hooks.map { "  \($0)" }).joined(separator: "\n")
    }

    /// Ends all hooks that an owner named itself for at this join point.
    public func cancel(by owner: AnyObject) {
        core.end(ownedBy: ObjectIdentifier(owner))
    }

    /// The hooks of a call on a target; it retains them until it ends.
    @inlinable @inline(__always) func chain(for target: Target) -> HookChain {
        (link.reached?.takeUnretainedValue() ?? core).chain(for: target)
    }

    /// Where hooks are kept; made when first asked for, and made known then.
    @usableFromInline var core: HookCore {
        let location = SourceLocation(fileID: fileID, line: line)
        let core = link.core { HookCore(Self.place(named: name, at: location)) }
        return Self.member(of: core, named: name, at: location)
    }

    /// The error as the type that the method throws.
    @inlinable func failure(_ error: any Error) -> Failure {
        guard let failure = error as? Failure else {
            preconditionFailure("Advice on \(name) threw \(error), and the method throws \(Failure.self) alone")
        }
        return failure
    }

    /// The join point as pointcuts see it.
    static func place(named name: StaticString, at location: SourceLocation) -> HookPlace {
        let isOnMainActor =
            Around.self == (@MainActor (Target, Arguments, (Arguments) -> Output) -> Output).self
            || Around.self == (@MainActor (Target, Arguments, (Arguments) throws -> Output) throws -> Output).self
        return HookPlace(of: Target.self, name: name, isOnMainActor: isOnMainActor, at: location)
    }
}
