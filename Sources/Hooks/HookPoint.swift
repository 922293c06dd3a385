public import SignalboxCore

/// A method that others may hook, without a base class and with typed arguments and results.
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
/// next call, one cancelled meanwhile does not start any more. Advice that calls the hooked method is itself advised.
///
/// While nothing is hooked a call costs two loads and two branches; a hooked one asks each hook of the join point whether it
/// applies. Pointcuts find a join point from its first call or its first use. Keep join points in static storage: what is known of them is never released. A generic type, which cannot
/// store any, gets them from a ``JoinPointFamily``.
public struct HookPoint<Style, Target, Arguments, Output, Failure: Error, Thrown: Error>: ~Copyable, Sendable {
    @usableFromInline let link: HookLink
    @usableFromInline let declared: (name: StaticString, fileID: StaticString, line: Int)

    /// Declares a join point.
    ///
    /// - Parameters:
    ///   - name: The method as listings show it and patterns match it.
    ///   - fileID: Where the join point is declared.
    ///   - line: Where the join point is declared.
    @inlinable public init(_ name: StaticString, fileID: StaticString = #fileID, line: Int = #line) {
        link = HookLink()
        declared = (name, fileID, line)
    }

    /// The join point of this type in a family.
    @inlinable public init(in family: borrowing JoinPointFamily) {
        if !family.link.isUnhooked { _ = family.core }
        link = HookLink(lending: family.link)
        declared = family.declared
    }

    /// The current hooks of this join point alone, first registered first.
    public var hooks: [ObservationInfo] { core.entries.filter { !$0.isOver }.map(\.info) }

    /// Ends all hooks of an owner at this join point.
    public func cancel(by owner: AnyObject) { core.cancel(by: owner) }

    /// The core, which is made when it is first asked for, and then becomes known to pointcuts.
    @usableFromInline var core: HookCore {
        let core = link.core(at: place)
        guard core.place.isFamily, Target.self != Never.self else { return core }
        // Two shapes of one target are two join points: all types count.
        let shape = ObjectIdentifier((Style, Target, Arguments, Output, Failure, Thrown).self)
        return core.member(for: shape) { HookCore(place, in: core) }
    }

    private var place: HookPlace {
        HookPlace(
            type: Target.self, name: declared.name.description,
            location: SourceLocation(fileID: declared.fileID, line: declared.line),
            isOnMainActor: Style.self == HookStyle.OnMainActor.self, isSuper: { $0 is Target.Type })
    }
}

/// The ways in which methods take their targets, each with a form of call and of advice of its own.
public enum HookStyle {
    /// By value or reference, synchronously.
    public protocol Synchronous {}
    /// The same, and advice of an owner has the isolation in which it is written.
    public protocol Inheriting: Synchronous {}

    /// By value or reference, without isolation.
    public enum Plain: Inheriting {}
    /// As `inout`.
    public enum Mutating {}
    /// As the actor that the call runs on.
    public enum OnActor: Synchronous {}
    /// By value or reference, on the main actor.
    public enum OnMainActor: Inheriting {}
    /// By value or reference, asynchronously.
    public enum Async {}
}

/// The join points of one method of a generic type, one for each type that is made of it.
///
/// A generic type cannot store a join point. Declare a family beside it, and make the join points of the types from it:
///
/// ```swift
/// private let pushes = JoinPointFamily("push(_:)")
///
/// struct Stack<Element> {
///     static var pushing: MutatingJoinPoint<Stack, Element, Void> { .init(in: pushes) }
///     private var elements: [Element] = []
///
///     mutating func push(_ element: Element) {
///         Self.pushing(&self, element) { stack, element in stack.elements.append(element) }
///     }
/// }
/// let counting = Stack<Int>.pushing.before { stack, element in print(element) }
/// ```
///
/// While none of the family is hooked and there are no hooks of pointcuts, calls test one flag as at other join points;
/// otherwise each looks its join point up, behind a lock. Pointcuts find the join point of a type from its first hook, or
/// from its first call while there are any hooks.
public typealias JoinPointFamily = HookPoint<Never, Never, Never, Never, Never, Never>

extension HookPoint {
    typealias Advice = HookAdvice<Target, Arguments, Output>
    typealias Terms = HookTerms

    func add(_ terms: Terms, _ advice: Advice) -> Registration { core.add(terms, advice).registration() }

    /// The plan of a call that begins now.
    var plan: HookPlan { link.plan ?? core.plan(of: Advice.self) }

    // What shapes share. The advice has no isolation any more.

    func add(
        _ terms: Terms, before advice: @escaping @Sendable (Target, Arguments) throws(Thrown) -> Void
    ) -> Registration { add(terms, .before { try advice($0, $1) }) }

    func add(
        _ terms: Terms,
        after advice: @escaping @Sendable (Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) -> Registration { add(terms, .after { try advice($0, $1, $2) }) }

    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner,
        before advice: @escaping @Sendable (Owner, Target, Arguments) throws(Thrown) -> Void
    ) { core.add(terms, by: owner) { me in Advice.before { if let me = me() { try advice(me, $0, $1) } } } }

    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner,
        after advice: @escaping @Sendable (Owner, Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) { core.add(terms, by: owner) { me in Advice.after { if let me = me() { try advice(me, $0, $1, $2) } } } }

    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner,
        beforeChange advice: @escaping @Sendable (Owner, inout Target, Arguments) throws(Thrown) -> Void
    ) { core.add(terms, by: owner) { me in Advice.before { if let me = me() { try advice(me, &$0, $1) } } } }

    func add<Owner: AnyObject & Sendable>(
        _ terms: Terms, by owner: Owner,
        afterChange advice:
            @escaping @Sendable (Owner, inout Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) { core.add(terms, by: owner) { me in Advice.after { if let me = me() { try advice(me, &$0, $1, $2) } } } }

    /// Runs the body of a synchronous method inside the hooks that apply to the target.
    ///
    /// The arguments come first, so that they stay in the registers in which the method got them while nothing is hooked.
    @usableFromInline func runHooked(
        _ arguments: Arguments, on target: Target, _ body: (Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        let plan = plan
        do { return try lend(target) { try plan.run(&$0, arguments) { try body($1) } } } catch {
            throw converted(error)
        }
    }

    /// Runs the body of a `mutating` method inside the hooks that apply to the target.
    @usableFromInline func runHooked(
        _ target: inout Target, _ arguments: Arguments, _ body: (inout Target, Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        do { return try plan.run(&target, arguments) { try body(&$0, $1) } } catch { throw converted(error) }
    }
}
