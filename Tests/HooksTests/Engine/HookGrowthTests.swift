import Dispatchers
import Foundation
import Hooks
import Synchronization
import Testing

private final class Cell: Sendable {}

/// A join point of its own, as an object.
private final class Point: Sendable {
    let point: JoinPoint<Cell, Void, Void>

    init(_ name: StaticString) { point = JoinPoint(name) }

    func call(_ cell: Cell) { point(cell, ()) { _ in } }
}

/// The work that n of something cause, which is proportional to n, or nearly so.
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

    /// Eight times as many take less than 24 times as long; what is quadratic takes 64 times, each time.
    ///
    /// It is tried more than once, since each join point that another test makes is one more that a new pointcut is asked about.
    private func expectLinear(_ count: Int, _ body: (Int) -> Void, at location: Testing.SourceLocation) {
        var ratios: [Double] = []
        while ratios.count < 8, ratios.allSatisfy({ $0 >= 24 }) {
            let small = seconds { body(count) }
            ratios.append(seconds { body(count * 8) } / small)
        }
        #expect(ratios.contains { $0 < 24 }, "\(ratios)", sourceLocation: location)
    }

    @Test("n pointcuts on one join point take work in proportion to n")
    func pointcutsOnOneJoinPoint() {
        expectLinear(
            200,
            { count in
                let (point, calls) = (Point("growUnderMany()"), Count())
                let hooks = (0..<count).map { _ in
                    Pointcut<Cell>.named("growUnderMany*").before { _, _ in calls.add() }
                }
                point.call(Cell())
                #expect(calls.value == count)
                withExtendedLifetime(hooks) {}
            }, at: #_sourceLocation)
    }

    @Test("n join points under one pointcut take work in proportion to n")
    func joinPointsUnderOnePointcut() {
        expectLinear(
            200,
            { count in
                let calls = Count()
                let hook = Pointcut<Cell>.named("growMany*").before { _, _ in calls.add() }
                let points = (0..<count).map { _ in Point("growMany()") }
                for point in points { point.call(Cell()) }
                #expect(calls.value == count)
                hook.cancel()
            }, at: #_sourceLocation)
    }
}
