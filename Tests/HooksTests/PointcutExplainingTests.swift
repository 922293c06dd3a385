import Dispatchers
import Hooks
import Testing

// Not private, since whether a type conforms to a private protocol cannot be told without a value.

protocol Polishable {}
protocol Foldable {}
protocol Sharp {}

private protocol Hidden {}

private struct Spoon: Polishable {
    static let stirring = JoinPoint<Spoon, Int, Void>("stir(times:)")
}

private class Fork {
    static let picking = JoinPoint<Fork, Void, Void>("pick()")
    func pick() { Self.picking(self, ()) { _ in } }
}

private final class SilverFork: Fork, Polishable {}
private final class CarvingFork: Fork, Sharp {}

@Suite struct PointcutExplainingTests {
    init() { _ = (Spoon.stirring.hooks, Fork.picking.hooks) }

    @Test func explainingListsJoinPointsAndWhy() throws {
        let lines = Pointcut<Spoon>.named("stir*").explain()
        let spoon = try #require(lines.first { $0.joinPoint.hasPrefix("Spoon.stir(times:)") })
        #expect(spoon.isMatch == true)
        #expect(spoon.description.contains("yes, as kind of Spoon: yes; named stir*: yes"))
        #expect(lines.first { $0.joinPoint.hasPrefix("Fork.pick") }?.isMatch == false)
    }

    @Test("A protocol's pointcut says for each join point what is known of its targets")
    func explainingProtocols() throws {
        func line<Target>(_ pointcut: Pointcut<Target>, _ name: String) throws -> String {
            try #require(pointcut.explain().first { $0.joinPoint.hasPrefix(name) }).description
        }
        #expect(try line(Pointcut<any Polishable>.all, "Spoon.").contains(": yes, as kind of Polishable: yes"))
        #expect(try line(Pointcut<any Foldable>.all, "Spoon.").contains(": no, as kind of Foldable: no"))
        #expect(try line(Pointcut<any Foldable>.all, "Fork.").contains("kind of Foldable: no type is known that is"))
        #expect(try line(Pointcut<any Hidden>.all, "Spoon.").contains("kind of Hidden: depends on the target"))
        #expect(try line(Pointcut<SilverFork>.all, "Fork.").contains("kind of SilverFork: depends on the target"))
    }

    @Test func aJoinPointThatIsNoMoreIsNotListed() {
        func isListed() -> Bool { Pointcut<Spoon>.all.explain().contains { $0.joinPoint.contains("bend()") } }
        do {
            let bending = JoinPoint<Spoon, Void, Void>("bend()")
            #expect(bending.hooks.isEmpty && isListed())
        }
        #expect(!isListed())
    }

    @Test("What is required has to concern a join point that was reached")
    func requiring() throws {
        _ = try Pointcut<any Polishable>.all.required()
        _ = try Pointcut<any Polishable>.named("stir*").required()
        _ = try Pointcut<SilverFork>.all.required()
        _ = try Pointcut<Fork>.when { _ in false }.required()
        _ = try Pointcut<any Hidden>.all.required()
        _ = try (!Pointcut<Any>.kind(of: (any Foldable).self)).required()
        #expect(throws: PointcutError.self) { try Pointcut<any Foldable>.all.required() }
        #expect(throws: PointcutError.self) { try Pointcut<any Polishable>.named("stri*").required() }
        let error = #expect(throws: PointcutError.self) {
            try (Pointcut<any Foldable>.named("pick*") || .named("stir*")).required()
        }
        #expect(error?.pointcut.contains("kind of Foldable") == true)
    }

    @Test func aSubclassCountsOnceACallWasSeenOnIt() throws {
        #expect(throws: PointcutError.self) { try Pointcut<any Sharp>.all.required() }
        try HookScope.run {
            let hook = Pointcut<any Sharp>.all.before { _, _ in }
            CarvingFork().pick()
            _ = try Pointcut<any Sharp>.all.required()
            hook.cancel()
        }
    }
}
