import Dispatchers
import Hooks
import Testing

private protocol Polishable {}

private struct Spoon: Polishable {
    static let stirring = JoinPoint<Spoon, Int, Void>("stir(times:)")
}

private class Fork {
    static let picking = JoinPoint<Fork, Void, Void>("pick()")
    func pick() { Self.picking(self, ()) { _ in } }
}

private final class SilverFork: Fork, Polishable {}
private final class Knife {}

@Suite struct PointcutExplainingTests {
    init() { _ = (Spoon.stirring.hooks, Fork.picking.hooks) }

    @Test func explainingListsJoinPointsAndWhy() throws {
        let lines = Pointcut<Spoon>.named("stir*").explain()
        let spoon = try #require(lines.first { $0.description.hasPrefix("Spoon.stir(times:)") })
        #expect(spoon.isMatch == true)
        #expect(spoon.description.contains("yes, as kind of Spoon: yes; named stir*: yes"))
        #expect(lines.first { $0.description.hasPrefix("Fork.pick") }?.isMatch == false)
    }

    @Test("An explanation says which answers depend on the target")
    func explainingProtocols() throws {
        func line<Target>(_ pointcut: Pointcut<Target>, _ name: String) throws -> String {
            try #require(pointcut.explain().first { $0.description.hasPrefix(name) }).description
        }
        #expect(try line(Pointcut<Spoon>.all, "Spoon.").contains(": yes, as kind of Spoon: yes"))
        #expect(try line(Pointcut<any Polishable>.all, "Spoon.").contains("kind of Polishable: depends on the target"))
        #expect(try line(Pointcut<SilverFork>.all, "Fork.").contains("kind of SilverFork: depends on the target"))
        #expect(try line(Pointcut<Knife>.all, "Fork.").contains(": no, as kind of Knife: no"))
    }
}
