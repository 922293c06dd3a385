import Dispatchers
import Hooks
import Testing

private protocol Page: AnyObject {}

private class Base: Page {
    class var showing: String { "base" }
    static let presenting = JoinPoint<Base, Int, [String]>("present(_:)")
    func present(_ number: Int) -> [String] { Self.presenting(self, number) { _ in ["Base"] } }
}

private class Middle: Base {
    static let presentingMiddle = JoinPoint<Middle, Int, [String]>("present(_:)")
    override func present(_ number: Int) -> [String] {
        Self.presentingMiddle(self, number) { ["Middle"] + super.present($0) }
    }
}

private final class Leaf: Middle {}

private final class Sibling: Base {}

private class Root: Page {
    static let showing = JoinPoint<Root, Void, Void>("showRoot()")
    func showRoot() { Self.showing(self, ()) { _ in } }
}

private final class Branch: Root {
    static let showingBranch = JoinPoint<Branch, Void, Void>("showRoot()")
    override func showRoot() { Self.showingBranch(self, ()) { _ in super.showRoot() } }
}

@Suite(.serialized) struct HookInheritanceTests {
    private let journal = Probe<String>()

    @Test(
        "Aspects 28, 29: class and subclass are both hooked, in either order; siblings run their own hooks alone",
        arguments: [false, true])
    func classAndSubclassAreHooked(subclassFirst: Bool) {
        let journal = journal
        let base = { Base.presenting.before { _, _ in journal.report("base") } }
        let middle = { Middle.presentingMiddle.before { _, _ in journal.report("middle") } }
        let hooks = subclassFirst ? [middle(), base()] : [base(), middle()]
        #expect(Leaf().present(1) == ["Middle", "Base"])
        #expect(journal.values == ["middle", "base"])
        _ = Sibling().present(1)
        #expect(journal.values == ["middle", "base", "base"])
        for hook in hooks { hook.cancel() }
    }

    @Test func aSubclassIsHookedAtItsSuperclassesMethod() {
        let journal = journal
        let hooks = [
            Base.presenting.before(on: .kind(of: Middle.self)) { _, _ in journal.report("kind") },
            Base.presenting.before(on: .kind(of: Middle.self) && .when { type(of: $0) == Middle.self }) { _, _ in
                journal.report("exactly")
            },
        ]
        _ = Sibling().present(1)
        _ = Leaf().present(1)
        #expect(journal.values == ["kind"])
        _ = Middle().present(1)
        #expect(journal.values == ["kind", "kind", "exactly"])
        for hook in hooks { hook.cancel() }
    }

    @Test(
        "A hook on a pattern or a protocol runs once, outermost; a hook on a type or with a condition at every override"
    )
    func wideHooksRunOnce() {
        let journal = journal
        let kept = HookScope.run {
            let hooks = [
                Pointcut<any Page>.all.before { _, _ in journal.report("protocol") },
                Pointcut<Any>.named("present*").before { _, _ in journal.report("pattern") },
                Pointcut<Base>.all.before { _, _ in journal.report("type") },
                (Pointcut<any Page>.all && .kind(of: Base.self)).before { _, _ in journal.report("every") },
            ]
            _ = Leaf().present(1)
            #expect(journal.values == ["pattern", "protocol", "type", "every", "type", "every"])
            _ = Sibling().present(1)
            #expect(journal.values.suffix(4) == ["pattern", "protocol", "type", "every"])
            return hooks
        }
        for hook in kept { hook.cancel() }
    }

    @Test func anOverrideThatIsReachedLaterIsTheOutermostFromThenOn() {
        let journal = journal
        HookScope.run {
            let hook = Pointcut<any Page>.named("showRoot*").before { page, _ in journal.report("\(type(of: page))") }
            Root().showRoot()
            Branch().showRoot()
            #expect(journal.values == ["Root", "Branch"])
            hook.cancel()
        }
    }
}
