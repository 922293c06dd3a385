import SignalboxCore
public import Synchronization

/// The join points of one method of a generic type, one for each specialization.
///
/// A generic type cannot store a join point. Declare a family beside it, and create the join points from it:
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
@frozen
public struct JoinPointFamily: ~Copyable, Sendable {
    @usableFromInline let reference: StaticReference<FamilyCore>
    @usableFromInline let declared: (name: StaticString, fileID: StaticString, line: Int)

    /// Declares a family of join points.
    ///
    /// - Parameters:
    ///   - name: The method as listings show it and patterns match it.
    ///   - fileID: The file in which the family is declared.
    ///   - line: The line on which the family is declared.
    @inlinable public init(_ name: StaticString, fileID: StaticString = #fileID, line: Int = #line) {
        reference = StaticReference()
        declared = (name, fileID, line)
    }

    /// The join points of the types, which are made at the first access.
    @inlinable var core: PermanentReference<FamilyCore> { reference.value ?? makeCore() }

    @usableFromInline func makeCore() -> PermanentReference<FamilyCore> {
        reference.value(under: HookCore.creationLock) {
            let signature = JoinPointSignature(
                type: Never.self, name: declared.name.description,
                location: SourceLocation(fileID: declared.fileID, line: declared.line)
            ) { _ in false }
            return FamilyCore(signature, among: .shared)
        }
    }
}

/// The join points of one family, by their types.
///
/// A family is never released.
@usableFromInline
final class FamilyCore: Sendable {
    /// The number of reasons for calls to look for hooks: one for each hooked member, and one for hooks of pointcuts.
    @usableFromInline let hookedCount = Atomic(0)

    /// A core that never has hooks, to which the join points of the family refer while none is hooked.
    @usableFromInline let unhooked: PermanentReference<HookCore>

    private let pointcuts: PointcutRegistry
    private let members = Protected([ObjectIdentifier: HookCore]())

    init(_ signature: JoinPointSignature, among pointcuts: PointcutRegistry) {
        self.pointcuts = pointcuts
        unhooked = PermanentReference(HookCore(signature, among: pointcuts))
        pointcuts.adopt(self)
    }

    /// Returns the join point of some types, which is made at the first access.
    func member(for shape: ObjectIdentifier, at signature: @autoclosure () -> JoinPointSignature) -> HookCore {
        if let member = members.withLock({ $0[shape] }) { return member }
        var hooks: [HookEntry] = []
        defer { withExtendedLifetime(hooks) {} }
        return HookCore.creationLock.withLock { _ in
            if let member = members.withLock({ $0[shape] }) { return member }
            let member = HookCore(signature(), in: self, among: pointcuts)
            hooks = pointcuts.adopt(member)
            members.withLock { $0[shape] = member }
            return member
        }
    }

    /// Counts a reason for calls to look for hooks.
    func addReason() { hookedCount.add(1, ordering: .relaxed) }

    /// Counts a reason that is over.
    func removeReason() { hookedCount.subtract(1, ordering: .relaxed) }
}
