import Dispatchers
import Testing

@testable import Hooks

private final class Door: Sendable {}

@Suite struct HookCoreTests {
    // A hookRegistry of its own, so that the pointcuts of other tests concern nothing here.
    private let hookRegistry = HookRegistry()
    private let core: HookCore

    init() {
        let place = HookPlace(of: Door.self, name: "open()", isOnMainActor: false, at: SourceLocation())
        core = HookCore(place, on: hookRegistry)
        hookRegistry.add(core)
    }

    private func entry(on door: Door? = nil, owner: Door? = nil, capturing captured: Canary? = nil) -> HookEntry {
        let terms = owner.map { HookTerms().owned(by: $0) } ?? HookTerms()
        let hook = Hook(kind: .before, subject: "", priority: 0, location: SourceLocation())
        return HookEntry(hook, door.map { .object(PointcutObject($0)) } ?? .always, terms, .before, captured)
    }

    @Test(
        "A pointcut's hook is met by a call that comes before the join point was made known", arguments: [false, true])
    func nothingIsMissedBeforeTheJoinPointIsKnown(hookedBefore: Bool) {
        _ = hookRegistry.add(entry(), owner: nil)
        let unknown = HookCore(core.place, on: hookRegistry)
        if hookedBefore { unknown.add(entry(), owner: nil)() }
        #expect(!unknown.isQuiet)
        #expect(unknown.chain(for: Door()).first != nil)
        hookRegistry.forget(unknown)
    }

    @Test("The last removal leaves the join point quiet at once", arguments: [false, true])
    func removalRestoresQuiet(onOneObject: Bool) {
        let door = Door()
        let ends = (1...2).map { _ in core.add(entry(on: onOneObject ? door : nil), owner: nil) }
        #expect(!core.isQuiet)
        ends[0]()
        #expect(!core.isQuiet)
        ends[1]()
        #expect(core.isQuiet)
    }

    @Test("C5, C19: the hooks of a dead owner and of a dead object are cleared away by the next call")
    func theDeadAreClearedAway() {
        do {
            let door = Door()
            _ = core.add(entry(owner: door), owner: ObjectIdentifier(door))
            _ = core.add(entry(on: door), owner: nil)
            #expect(core.hooks.count == 2)
        }
        #expect(core.hooks.isEmpty)
        #expect(core.chain(for: Door()).first == nil)
        #expect(core.isQuiet)
    }

    @Test("C5: a call may come after the owner of a pointcut's hook is gone and the join point has changed")
    func deadOwnersOfPointcutsHoldNoCallUp() {
        do {
            let owner = Door()
            _ = hookRegistry.add(entry(owner: owner), owner: ObjectIdentifier(owner))
            #expect(core.chain(for: Door()).first != nil)
        }
        core.add(entry(), owner: nil)()
        #expect(core.chain(for: Door()).first == nil)
        #expect(core.isQuiet)
    }

    @Test func aFamilyIsLoudWhileAnyOfItsMembersIs() {
        let family = HookCore(core.place, on: hookRegistry, members: HookFamily())
        let members = (1...2).map { _ in HookCore(core.place, on: hookRegistry, of: family) }
        for member in members { member.joinFamily() }
        #expect(!family.isQuiet)
        for core in [family] + members { core.refresh() }
        #expect(family.isQuiet)
        let ends = members.map { $0.add(entry(), owner: nil) }
        #expect(!family.isQuiet)
        ends[0]()
        #expect(!family.isQuiet)
        ends[1]()
        #expect(family.isQuiet)
        // What ends a hook does not keep its core.
        withExtendedLifetime(members) {}
    }

    @Test func aHookThatFiredOnceLeavesNothingBehind() {
        let point = JoinPoint<Door, Void, Void>("openOnce()")
        let hook = point.before(once: true) { _, _ in }
        point(Door(), ()) { _ in }
        #expect(point.core.count == 0)
        #expect(!hook.cancel())
    }

    @Test("C19: what hooks on dead objects captured goes when as many came again, though nobody calls")
    func deadObjectsAreSwept() {
        for _ in 1...100 { _ = core.add(entry(on: Door()), owner: nil) }
        #expect(core.count < 40)
    }

    @Test("C19: what the hooks of pointcuts captured for a dead owner goes when as many came again")
    func deadOwnersHooksOfPointcutsAreSwept() {
        weak var captured: Canary?
        do {
            let (door, canary) = (Door(), Canary())
            captured = canary
            _ = hookRegistry.add(entry(owner: door, capturing: canary), owner: ObjectIdentifier(door))
        }
        let ends = (1...64).map { _ in hookRegistry.add(entry(), owner: nil) }
        #expect(captured == nil && ends.count == 64)
    }

    @Test("A hook that fires once is one caller's, and ends also when it fired before it was known how")
    func aClaimIsTakenOnce() {
        let (claim, journal) = (OneShot(), Probe<String>())
        #expect(claim.take())
        #expect(!claim.take())
        claim.bind { journal.report("ended") }
        #expect(journal.values == ["ended"])
    }
}
