import Dispatchers
import Foundation
import Testing

@testable import Hooks

private final class Cell: Sendable {}

/// What the work takes that n of something cause: in proportion to n, or nearly so.
@Suite(.serialized) struct HookGrowthTests {
    /// Processor time of this thread alone, so that other tests and other programs do not count.
    private func seconds(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        body()
        return now() - start
    }

    /// Eight times as many take less than 24 times as long; what is quadratic takes 64 times.
    private func expectLinear(_ count: Int, _ body: (Int) -> Void, at location: Testing.SourceLocation) {
        let small = (1...3).map { _ in seconds { body(count) } }.min() ?? 0
        let large = seconds { body(count * 8) }
        #expect(large < small * 24, "\(small) s, then \(large) s", sourceLocation: location)
    }

    private func core(_ name: StaticString = "open()", on hookRegistry: HookRegistry) -> HookCore {
        let place = HookPlace(of: Cell.self, name: name, isOnMainActor: false, at: SourceLocation())
        return HookCore(place, on: hookRegistry)
    }

    private func entry(_ rule: PointcutRule = .always, _ form: HookEntry.Form = .before) -> HookEntry {
        let hook = Hook(kind: .before, subject: "", priority: 0, location: SourceLocation())
        return HookEntry(hook, rule, HookTerms(), form, 0)
    }

    @Test("n pointcuts on one join point take work in proportion to n")
    func pointcutsOnOneJoinPoint() {
        expectLinear(
            500,
            { count in
                let hookRegistry = HookRegistry()
                let core = core(on: hookRegistry)
                hookRegistry.add(core)
                let ends = (0..<count).map { _ in
                    hookRegistry.add(entry(.named(NamePattern(text: "open*")), .general), owner: nil)
                }
                #expect(core.chain(for: Cell()).hooks.count == count)
                withExtendedLifetime(ends) {}
                hookRegistry.forget(core)
            }, at: #_sourceLocation)
    }

    @Test("n join points under one pointcut take work in proportion to n")
    func joinPointsUnderOnePointcut() {
        expectLinear(
            200,
            { count in
                let hookRegistry = HookRegistry()
                let end = hookRegistry.add(entry(.named(NamePattern(text: "open*")), .general), owner: nil)
                let cores = (0..<count).map { _ in core(on: hookRegistry) }
                for core in cores { #expect(core.chain(for: Cell()).hooks.count == 1) }
                end()
                for core in cores { hookRegistry.forget(core) }
            }, at: #_sourceLocation)
    }

    @Test("n hooks on n objects take work in proportion to n")
    func hooksOnObjects() {
        expectLinear(
            100,
            { count in
                let hookRegistry = HookRegistry()
                let core = core(on: hookRegistry)
                let cells = (0..<count).map { _ in Cell() }
                let ends = cells.map { core.add(entry(.object(PointcutObject($0))), owner: nil) }
                for cell in cells { #expect(core.chain(for: cell).hooks.count == 1) }
                withExtendedLifetime(ends) {}
                hookRegistry.forget(core)
            }, at: #_sourceLocation)
    }

    @Test("n observers of a life take work in proportion to n, late ones included")
    func observersOfALife() {
        expectLinear(
            500,
            { count in
                let life = Life<ScreenStage>()
                try? life.move(to: .resumed)
                var told = 0
                let observers = (0..<count).map { _ in life.observe { _ in told += 1 } }
                try? life.move(to: .stopped)
                try? life.move(to: .resumed)
                #expect(told == count * 7)
                withExtendedLifetime(observers) {}
            }, at: #_sourceLocation)
    }

    @Test("n children of a life take work in proportion to n")
    func childrenOfALife() {
        expectLinear(
            200,
            { count in
                let parent = Life<ScreenStage>()
                let children = (0..<count).map { _ in Life<ScreenStage>(in: parent) }
                for child in children { try? child.move(to: .resumed) }
                try? parent.move(to: .resumed)
                #expect(children.allSatisfy { $0.stage == .resumed })
            }, at: #_sourceLocation)
    }
}
