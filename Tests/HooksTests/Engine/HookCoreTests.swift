import Dispatchers
import Foundation
import Synchronization
import Testing

@testable import Hooks

private final class Door: Sendable {}

private final class Hatch: Sendable {}

private final class Entering: Sendable { let point = JoinPoint<Door, Void, Void>("enter()") }

private typealias Advice = HookAdvice<Door, Void, Void>

extension HookCore {
    fileprivate var isUnhooked: Bool { !isHooked.load(ordering: .relaxed) }
}

extension FamilyCore {
    fileprivate var isUnhooked: Bool { hookedCount.load(ordering: .relaxed) == 0 }
}

@Suite struct HookCoreTests {
    // Pointcuts of their own, so that those of other tests concern nothing here.
    private let pointcuts = PointcutRegistry()
    private let core: HookCore

    init() { core = Self.member(of: pointcuts) }

    private static func signature<Target>(_ name: String, _ type: Target.Type) -> JoinPointSignature {
        JoinPointSignature(type: type, name: name, location: SourceLocation()) { $0 is Target.Type }
    }

    private static func member(
        of pointcuts: PointcutRegistry, _ signature: JoinPointSignature = signature("open()", Door.self)
    ) -> HookCore {
        let core = HookCore(signature, among: pointcuts)
        _ = pointcuts.adopt(core)
        return core
    }

    @discardableResult
    private func add(
        to core: HookCore? = nil, on door: Door? = nil, owner: Door? = nil
    ) -> HookEntry {
        var terms = HookTerms(.before, "", 0, #fileID, #line)
        terms.rule = door.map { Pointcut.object($0).rule } ?? .all
        terms.owner = owner.map { HookedObject($0) }
        return (core ?? self.core).add(terms, Advice.before { _, _ in })
    }

    @discardableResult
    private func addGeneral(
        _ rule: PointcutRule = .all, owner: Door? = nil, capturing captured: Canary? = nil
    ) -> HookEntry {
        var terms = HookTerms(.before, "", 0, #fileID, #line)
        terms.rule = rule
        terms.owner = owner.map { HookedObject($0) }
        return pointcuts.add(terms, .before { _, _ in _ = captured })
    }

    /// Returns whether a call on a new target would run a hook.
    private func isHooked(_ core: HookCore) -> Bool { core.plan(of: Advice.self).count > 0 }

    @Test(
        "A pointcut's hook is met by a call that comes before the join point was made known", arguments: [false, true])
    func nothingIsMissedBeforeTheJoinPointIsKnown(hookedBefore: Bool) {
        addGeneral()
        let unknown = HookCore(core.signature, among: pointcuts)
        if hookedBefore { unknown.remove([add(to: unknown)]) }
        _ = pointcuts.adopt(unknown)
        #expect(!unknown.isUnhooked)
        #expect(isHooked(unknown))
    }

    @Test("The last removal leaves the join point unhooked at once", arguments: [false, true])
    func removalUnhooks(onOneObject: Bool) {
        let door = Door()
        let entries = (1...2).map { _ in add(on: onOneObject ? door : nil) }
        #expect(!core.isUnhooked)
        core.remove([entries[0]])
        #expect(!core.isUnhooked)
        core.remove([entries[1]])
        #expect(core.isUnhooked)
    }

    @Test("C5, C19: the next call removes the hooks of a released owner and of a released object")
    func theDeadAreClearedAway() {
        do {
            let door = Door()
            add(owner: door)
            add(on: door)
            #expect(core.entries.filter { !$0.isOver }.count == 2)
        }
        #expect(core.entries.filter { !$0.isOver }.isEmpty)
        #expect(!isHooked(core))
        #expect(core.isUnhooked && core.entries.isEmpty)
    }

    @Test("C5: a call works after the owner of a pointcut's hook was released and the join point has changed")
    func deadOwnersOfPointcutsHoldNoCallUp() {
        do {
            let owner = Door()
            addGeneral(owner: owner)
            #expect(isHooked(core))
        }
        core.remove([add()])
        #expect(!isHooked(core))
        #expect(core.isUnhooked)
    }

    @Test func aFamilyIsHookedWhileAnyOfItsMembersIs() {
        let family = FamilyCore(Self.signature("open()", Never.self), among: pointcuts)
        let shapes = [ObjectIdentifier(Door.self), ObjectIdentifier(Hatch.self)]
        let members = shapes.map { family.member(for: $0, at: Self.signature("open()", Door.self)) }
        #expect(family.isUnhooked)
        let entries = members.map { add(to: $0) }
        #expect(!family.isUnhooked)
        members[0].remove([entries[0]])
        #expect(!family.isUnhooked)
        members[1].remove([entries[1]])
        #expect(family.isUnhooked)
        let pointcut = addGeneral()
        #expect(!family.isUnhooked)
        pointcuts.remove([pointcut])
        #expect(family.isUnhooked)
    }

    @Test func aHookForOneCallIsRemovedAfterIt() {
        let point = JoinPoint<Door, Void, Void>("openOnce()")
        let hook = point.before(on: .all.once) { _, _ in }
        point(Door(), ()) { _ in }
        #expect(point.core.entries.isEmpty)
        #expect(!hook.cancel())
    }

    @Test(
        "C19: the captures of hooks on released objects are released when as many hooks are added again, without a call"
    )
    func deadObjectsAreSwept() {
        for _ in 1...100 { add(on: Door()) }
        #expect(core.entries.count < 40)
    }

    @Test("C19: the captures of pointcuts' hooks are released when their owner is released and as many are added again")
    func deadOwnersHooksOfPointcutsAreSwept() {
        weak var captured: Canary?
        do {
            let (door, canary) = (Door(), Canary())
            captured = canary
            addGeneral(owner: door, capturing: canary)
        }
        for _ in 1...64 { addGeneral() }
        #expect(captured == nil)
    }

    @Test("A call misses no pointcut's hook while a call on another thread makes the join point known")
    func concurrentFirstCallsMissNothing() {
        let (entering, calls, ended, isFirst) = (Entering(), Count(), Count(), Slot(true))
        // Pointcuts are asked about a join point while it is made known: then the other thread calls.
        let rule = PointcutRule(text: "entering") { signature, _ in
            guard signature.name == "enter()" else { return false }
            if isFirst.exchange(nil) != nil {
                Thread.detachNewThread {
                    entering.point(Door(), ()) { _ in }
                    ended.add()
                }
                for _ in 1...10_000 where ended.value == 0 { sched_yield() }
            }
            return true
        }
        var terms = HookTerms(.before, "", 0, #fileID, #line)
        terms.rule = rule
        let entry = PointcutRegistry.shared.add(terms, .before { _, _ in calls.add() })
        entering.point(Door(), ()) { _ in }
        spin { ended.value == 1 }
        #expect(calls.value == 2)
        PointcutRegistry.shared.remove([entry])
    }

    @Test("The captures of a hook that is removed while a plan is made are released outside of the lock of the plan")
    func whatIsRemovedDuringPlanningIsReleasedUnlocked() {
        let (hook, wasUnlocked) = (Slot<HookEntry>(), Slot<Bool>())
        // A join point is asked about classes while its plan is made.
        let signature = JoinPointSignature(type: Door.self, name: "close()", location: SourceLocation()) {
            [pointcuts] _ in
            if let entry = hook.exchange(nil) { pointcuts.remove([entry]) }
            return true
        }
        let core = Self.member(of: pointcuts, signature)
        hook.value = addGeneral(
            .kind(Hatch.self),
            capturing: Canary {
                let isListed = Slot<Bool>()
                Thread.detachNewThread { isListed.value = core.entries.isEmpty }
                wasUnlocked.value = spin { isListed.value != nil }
            })
        #expect(!isHooked(core))
        #expect(wasUnlocked.value == true)
    }

    @Test("Registering or ending a pointcut drops only plans of join points that it may apply to")
    func otherJoinPointsKeepTheirPlans() {
        let other = Self.member(of: pointcuts, Self.signature("slide()", Hatch.self))
        add()
        let plan = core.plan(of: Advice.self)
        let entry = addGeneral(.kind(Hatch.self))
        #expect(core.plan === plan && !other.isUnhooked)
        pointcuts.remove([entry])
        #expect(core.plan === plan && other.isUnhooked)
        addGeneral(.kind(Door.self))
        #expect(core.plan == nil && other.isUnhooked)
    }

    @Test("A hook ends once")
    func aHookEndsOnce() {
        let entry = add()
        #expect(entry.begin())
        entry.finish()
        #expect(entry.end())
        #expect(!entry.end() && !entry.begin())
    }
}
