import Dispatchers

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
/// While nothing is hooked a call costs two loads and two branches. Pointcuts find a join point from its first call or its
/// first use. A generic type, which cannot store join points, gets them from a ``JoinPointFamily``.
public struct HookPoint<Style, Target, Arguments, Output, Failure: Error, Thrown: Error>: ~Copyable, Sendable {
    @usableFromInline let link: HookLink
    @usableFromInline let name: StaticString
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: Int

    /// Declares a join point.
    ///
    /// - Parameters:
    ///   - name: The method as listings show it and patterns match it.
    ///   - fileID: Where the join point is declared.
    ///   - line: Where the join point is declared.
    @inlinable public init(_ name: StaticString, fileID: StaticString = #fileID, line: Int = #line) {
        link = HookLink()
        self.name = name
        self.fileID = fileID
        self.line = line
    }

    /// The join point of this type in a family.
    @inlinable public init(in family: borrowing JoinPointFamily) {
        link = family.link.isQuiet ? HookLink(lending: family.link) : HookLink(lent: Self.core(of: family))
        name = family.name
        fileID = family.fileID
        line = family.line
    }

    /// The current hooks of this join point alone, first registered first.
    public var hooks: [Hook] {
        core.entries.filter { !$0.isOver }.sorted { $0.number < $1.number }.map(\.terms.hook)
    }

    /// The name with its location and, a line for each, the hooks with theirs.
    public var description: String {
        (["\(core.place)"] + hooks.map { "  \($0)" }).joined(separator: "\n")
    }

    /// Ends all hooks of an owner at this join point.
    public func cancel(by owner: AnyObject) {
        core.remove(core.entries.filter { $0.terms.owner == ObjectIdentifier(owner) })
    }

    /// The core, which is made when it is first asked for, and then becomes known to pointcuts.
    @usableFromInline var core: HookCore {
        let core = link.core { HookCore(Self.place(name, SourceLocation(fileID: fileID, line: line))) }
        return Self.member(of: core, named: name)
    }

    @usableFromInline static func core(of family: borrowing JoinPointFamily) -> HookCore {
        member(of: family.core, named: family.name)
    }

    /// The core for this type in a family; of no family, the core itself.
    private static func member(of core: HookCore, named name: StaticString) -> HookCore {
        guard let members = core.members else { return core }
        // Two shapes of one target are two join points: the whole type counts.
        let shape = ObjectIdentifier(HookShape<Style, Target, Arguments, Output, Failure, Thrown>.self)
        return members.core(for: shape) { HookCore(place(name, core.place.location), of: core) }
    }

    private static func place(_ name: StaticString, _ location: SourceLocation) -> HookPlace {
        let isOnMainActor = Style.self == HookStyle.OnMainActor.self
        return HookPlace(of: HookedType(Target.self), name: name, isOnMainActor: isOnMainActor, at: location)
    }
}

/// Identifies a join point of a family.
private enum HookShape<Style, Target, Arguments, Output, Failure, Thrown> {}

/// The ways in which methods take their targets, each with a form of call and of advice of its own.
public enum HookStyle {
    /// By value or reference, without isolation.
    public enum Plain {}
    /// As `inout`.
    public enum Mutating {}
    /// As the actor that the call runs on.
    public enum OnActor {}
    /// By value or reference, on the main actor.
    public enum OnMainActor {}
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
///
/// Keep a family in static storage: its join points are never released.
public struct JoinPointFamily: ~Copyable, Sendable {
    @usableFromInline let link: HookLink
    @usableFromInline let name: StaticString
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: Int

    /// Declares the join points.
    ///
    /// - Parameters:
    ///   - name: The method as listings show it and patterns match it.
    ///   - fileID: Where the join points are declared.
    ///   - line: Where the join points are declared.
    @inlinable public init(_ name: StaticString, fileID: StaticString = #fileID, line: Int = #line) {
        link = HookLink(isOwner: false)
        self.name = name
        self.fileID = fileID
        self.line = line
    }

    @usableFromInline var core: HookCore {
        let location = SourceLocation(fileID: fileID, line: line)
        let place = HookPlace(of: HookedType(Never.self), name: name, isOnMainActor: false, at: location)
        return link.core { HookCore(place, members: HookFamily()) }
    }
}

extension HookPoint {
    @usableFromInline typealias Sync = HookLayer<Target, Arguments, Output, Thrown>

    func add<Layer: HookAdvice>(_ layer: Layer, _ terms: HookTerms) -> Registration {
        insert(layer, terms).registration()
    }

    /// Adds advice that is made for each call, since it needs its owner.
    func add<Owner: AnyObject & Sendable, Layer: HookAdvice>(
        _ terms: HookTerms, by owner: Owner, _ layer: @escaping @Sendable (Owner) -> Layer
    ) {
        let make = { @Sendable [weak owner, weak core] () -> Layer? in
            guard let owner else {
                core?.sweep()
                return nil
            }
            terms.isolation?.preconditionIsolated(
                "\(terms.hook) touches state of an actor that the call is not made on.")
            return layer(owner)
        }
        _ = insert(Layer.owned(make), terms.owned(by: owner))
    }

    private func insert<Layer: HookAdvice>(_ layer: Layer, _ terms: HookTerms) -> HookEntry {
        let core = self.core
        let entry = HookEntry(terms, layer) { [weak core] in core?.remove([$0]) }
        core.add(entry)
        return entry
    }
}
