import SignalboxCore
public import Synchronization

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
        return HookCore.creationLock.withLock { _ in
            if let member = members.withLock({ $0[shape] }) { return member }
            let member = HookCore(signature(), in: self, among: pointcuts)
            pointcuts.adopt(member)
            members.withLock { $0[shape] = member }
            return member
        }
    }

    /// Counts a reason for calls to look for hooks.
    func addReason() { hookedCount.add(1, ordering: .relaxed) }

    /// Counts a reason that is over.
    func removeReason() { hookedCount.subtract(1, ordering: .relaxed) }
}
