import Dispatchers
import Hooks
import Testing

@Suite("Listed join points and pointcuts", .serialized) struct JoinPointInfoTests {
    private class Listed {
        static let opening = JoinPoint<Listed, Void, Void>("openListed()")
        func openListed() { Self.opening(self, ()) {} }
    }

    private final class Owner: Sendable {}

    private var opening: JoinPointInfo? { JoinPointInfo.all.first { $0.name == "openListed()" } }

    @Test("A join point is listed with its hooks and those of pointcuts, the outermost first") func joinPoints() throws
    {
        let place = SourceLocation(line: #line + 1)
        let own = Listed.opening.before { _, _ in }
        let first = Listed.opening.before(priority: 1) { _, _ in }
        let named = Pointcut<Any>.named("openListed*").after { _, _, _ in }
        let joinPoint = try #require(opening)
        #expect(joinPoint.target == "Listed")
        #expect(!joinPoint.isOnMainActor)
        // Hooks of other suites may apply as well.
        let hooks = joinPoint.hooks.filter { $0.location.fileID == #fileID }
        #expect(hooks.map(\.priority) == [1, 0, 0])
        #expect(hooks.map { $0.what.hasPrefix("after") } == [false, true, false])
        #expect(hooks.last?.location == place)
        withExtendedLifetime((own, first, named)) {}
    }

    @Test("The listed order is the one in which a call runs the hooks") func order() throws {
        let lines = Probe<Int>()
        let registrations = [
            Listed.opening.before(on: .kind(of: Listed.self)) { _, _ in lines.report(#line) },
            Pointcut<Any>.named("*openListed*").before { _, _ in lines.report(#line) },
            Listed.opening.before { _, _ in lines.report(#line) },
            Pointcut<Listed>.all.before(priority: -1) { _, _ in lines.report(#line) },
        ]
        Listed().openListed()
        let listed = try #require(opening).hooks.filter { $0.location.fileID == #fileID }
        #expect(listed.map(\.location.line) == lines.values)
        withExtendedLifetime(registrations) {}
    }

    @Test("A pointcut is listed with its join points, and with none if its name is misspelt") func pointcuts() {
        Listed().openListed()
        let found = Pointcut<Any>.named("openListed*").before { _, _ in }
        let missed = Pointcut<Any>.named("opnListed*").before { _, _ in }
        Pointcut<Any>.named("opnListed*").before(by: Owner()) { _, _, _ in }
        let own = PointcutInfo.all.filter { $0.hook.location.fileID == #fileID && $0.hook.what.contains("nListed*") }
        #expect(own.map(\.joinPoints) == [["Listed.openListed()"], []])
        withExtendedLifetime((found, missed)) {}
    }
}

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
