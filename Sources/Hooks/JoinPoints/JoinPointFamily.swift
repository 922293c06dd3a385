import Dispatchers

/// Where the join points of one method of a generic type are kept: one for each type that is made of it.
///
/// A generic type cannot store a join point. It keeps a family beside itself, and answers each type's own join point from it:
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
/// While none of the family is hooked and there are no hooks of pointcuts, calls find that out as at other join points; else each
/// looks its join point up, behind a lock. So a call does not make a join point known to pointcuts while nothing is hooked,
/// but the first of the family: of a generic type, each is reached with its first hook, or the first call while there are any.
///
/// Keep a family in static storage: what it made is never released.
public struct JoinPointFamily: ~Copyable, Sendable {
    @usableFromInline let link: HookLink
    @usableFromInline let name: StaticString
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: Int

    /// Declares the join points.
    ///
    /// - Parameters:
    ///   - name: The method as listings show it and patterns match it.
    ///   - fileID: Where the join points are declared; leave it to the compiler.
    ///   - line: Where the join points are declared; leave it to the compiler.
    @inlinable public init(_ name: StaticString, fileID: StaticString = #fileID, line: Int = #line) {
        link = HookLink(isOwner: false)
        self.name = name
        self.fileID = fileID
        self.line = line
    }

    /// The core of the family, while no call is concerned.
    @inlinable var quiet: Unmanaged<HookCore>? {
        guard let core = link.reached, core._withUnsafeGuaranteedRef({ $0.isQuiet }) else { return nil }
        return core
    }

    @usableFromInline var core: HookCore {
        link.core {
            let place = HookPlace(of: Never.self, name: name, isOnMainActor: false, at: location)
            return HookCore(place, members: HookFamily())
        }
    }

    private var location: SourceLocation { SourceLocation(fileID: fileID, line: line) }
}

extension HookPoint {
    /// The join point of this type in a family.
    ///
    /// Two shapes of one target are two join points.
    @inlinable public init(in family: borrowing JoinPointFamily) {
        link = HookLink(lent: family.quiet ?? Self.member(of: family))
        name = family.name
        fileID = family.fileID
        line = family.line
    }

    @usableFromInline static func member(of family: borrowing JoinPointFamily) -> Unmanaged<HookCore> {
        let location = SourceLocation(fileID: family.fileID, line: family.line)
        return .passUnretained(member(of: family.core, named: family.name, at: location))
    }

    /// The core for this type and shape; of no family it is the one.
    static func member(of core: HookCore, named name: StaticString, at location: SourceLocation) -> HookCore {
        guard let members = core.members else { return core }
        // The whole shape counts, since entries of a core are read as this shape's.
        let shape = HookShape(
            around: ObjectIdentifier(Around.self), observe: ObjectIdentifier(Observe.self),
            returned: ObjectIdentifier(Returned.self), thrown: ObjectIdentifier(Thrown.self))
        return members.core(for: shape) { HookCore(place(named: name, at: location), of: core) }
    }
}

/// The cores of a family's join points, by shape; they stay for good.
final class HookFamily: Sendable {
    private let cores = Protected([HookShape: HookCore]())

    /// The core for a shape; made when first asked for, and made known then.
    func core(for shape: HookShape, _ make: () -> HookCore) -> HookCore {
        if let core = cores.withLock({ $0[shape] }) { return core }
        let made = make()
        let (core, isNew) = cores.withLock { cores in
            if let core = cores[shape] { return (core, false) }
            cores[shape] = made
            made.joinFamily()
            return (made, true)
        }
        if isNew { core.hookRegistry.add(core) }
        return core
    }
}

/// Identifies a join point of a family.
struct HookShape: Hashable, Sendable {
    let around: ObjectIdentifier
    let observe: ObjectIdentifier
    let returned: ObjectIdentifier
    let thrown: ObjectIdentifier
}
