import AllocationCounter
import Foundation

/// What was measured of a benchmark.
struct Measurement {
    let benchmark: Benchmark
    let rows: [Row]

    /// What was measured of one case, for doing the work once.
    struct Row {
        let name: String
        let isOurs: Bool
        /// The shortest and the middle run, in nanoseconds.
        let best: Double
        let median: Double
        /// Allocations, where they can be counted.
        let allocations: Double?
    }

    /// One of our cases against a peer.
    struct Comparison {
        let ours: Row
        let peer: Row
        let target: Benchmark.Target?

        var ratio: Double { ours.best / peer.best }

        var verdict: String {
            guard let target else { return "" }
            if ratio <= target.stretch ?? -1 { return "stretch" }
            return ratio <= target.must ? "met" : "short"
        }
    }

    /// Measures all cases, each in so many runs that take about a millisecond.
    init(of benchmark: Benchmark, runs: Int = 61) {
        self.benchmark = benchmark
        let cases = benchmark.cases
        let times = cases.map { $0.timesPerRun(by: benchmark.clock) }
        var samples = [[Double]](repeating: [], count: cases.count)
        for round in 0..<runs {
            for offset in cases.indices {
                let index = (round + offset) % cases.count
                samples[index].append(cases[index].nanoseconds(times: times[index], by: benchmark.clock))
            }
        }
        rows = zip(cases, samples).map { measured, samples in
            let sorted = samples.sorted()
            return Row(
                name: measured.name, isOurs: measured.isOurs, best: sorted[0], median: sorted[sorted.count / 2],
                allocations: measured.allocations()
            )
        }
    }

    /// Each of our cases against each peer, and against those of ours that it has a target for.
    var comparisons: [Comparison] {
        zip(benchmark.cases, rows).filter(\.1.isOurs).flatMap { measured, ours in
            rows.compactMap { peer in
                let target = measured.targets.first { $0.peer == peer.name }
                return peer.isOurs && target == nil ? nil : Comparison(ours: ours, peer: peer, target: target)
            }
        }
    }
}

extension Benchmark.Case {
    /// How often the work is done in a run of about a millisecond.
    fileprivate func timesPerRun(by clock: Benchmark.Clock) -> Int {
        var times = 1
        while nanoseconds(times: times, by: clock) * Double(times) < 500_000, times < 1 << 22 { times *= 2 }
        return times * 2
    }

    /// The time for doing the work once, in nanoseconds.
    fileprivate func nanoseconds(times: Int, by clock: Benchmark.Clock) -> Double {
        let start = time(by: clock)
        run(times)
        return (time(by: clock) - start) / Double(times)
    }

    /// The allocations for doing the work once, in a warm state.
    fileprivate func allocations() -> Double? {
        guard allocationsOfThisThread() >= 0 else { return nil }
        let before = allocationsOfThisThread()
        run(1_000)
        return Double(allocationsOfThisThread() - before) / 1_000
    }
}

private func time(by clock: Benchmark.Clock) -> Double {
    var time = timespec()
    clock_gettime(clock == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Makes the process one of several threads, as every app is: alone, some systems' locks leave out their atomics.
func startSecondThread() {
    Thread.detachNewThread { while true { Thread.sleep(forTimeInterval: 3_600) } }
}

/// Keeps the compiler from leaving out work whose result nobody uses.
@inline(never)
public func keep(_ value: some Any) {
    withExtendedLifetime(value) {}
}
