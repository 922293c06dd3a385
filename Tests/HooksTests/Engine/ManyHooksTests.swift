import Dispatchers
import Synchronization
import Testing

@testable import Hooks

private final class Cell: Sendable {}

private typealias Point = JoinPoint<Cell, Int, Int>
private typealias AsyncPoint = AsyncJoinPoint<Cell, Int, Int>

/// Hooks in large numbers, and at the bounds of priorities.
@Suite struct ManyHooksTests {
    private let cell = Cell()

    @Test("One call runs any number of hooks before and after it without taking more stack")
    func aCallTakesNoStackForItsHooks() async {
        let point = Point("splitCell(_:)")
        let asynchronous = AsyncPoint("mergeCell(_:)")
        let calls = Count()
        var kept: [Registration] = []
        for _ in 0..<25_000 {
            kept.append(point.before { _, _ in calls.add() })
            kept.append(point.after { _, _, _ in calls.add() })
        }
        #expect(point(cell, 1) { $0 } == 1)
        #expect(calls.value == 50_000)
        for _ in 0..<5_000 { kept.append(asynchronous.after { _, _, _ in calls.add() }) }
        #expect(await asynchronous(cell, 2) { $0 } == 2)
        #expect(calls.value == 55_000)
    }

    @Test("A hook that comes and goes among n others asks none of them again", arguments: [10, 1_000])
    func comingAndGoingAmongOthers(count: Int) {
        let point = Point("growCell(_:)")
        let asked = Count()
        let others = (0..<count).map { _ in
            var terms = HookTerms(.before, Pointcut<Cell>.all, 0, #fileID, #line)
            terms.rule = PointcutRule(text: "counted") { _, _ in
                asked.add()
                return true
            }
            return point.core.add(terms, Point.Advice.before { _, _ in })
        }
        _ = point(cell, 1) { $0 }
        let before = asked.value
        #expect(before >= count)
        for _ in 1...100 {
            let hook = point.before { _, _ in }
            _ = point(cell, 1) { $0 }
            hook.cancel()
        }
        #expect(asked.value == before)
        withExtendedLifetime(others) {}
    }

    @Test("Priorities may be the least and the greatest integers")
    func boundsOfPriorities() {
        let point = Point("rankCell(_:)")
        let journal = Probe<Int>()
        let hooks = [Int.min, 0, .max, .min + 1].map { priority in
            point.before(priority: priority) { _, _ in journal.report(priority) }
        }
        _ = point(cell, 1) { $0 }
        #expect(journal.values == [.max, 0, .min + 1, .min])
        for hook in hooks { hook.cancel() }
    }

    @Test("Priorities of hooks on moments may be the least and the greatest integers")
    func boundsOfPrioritiesOfMoments() {
        let (lifecycle, journal, moment) = (Lifecycle(), Probe<Int>(), Moment<Void>("ranked"))
        let hooks = [Int.min, 0, .max].map { priority in
            lifecycle.before(moment, of: Cell.self, priority: priority) { _, _ in journal.report(priority) }
        }
        lifecycle.send(moment, to: cell) {}
        #expect(journal.values == [.max, 0, .min])
        for hook in hooks { hook.cancel() }
    }
}
