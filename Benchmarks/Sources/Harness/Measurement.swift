import AllocationCounter
import Foundation

/// What was measured of a benchmark.
struct Measurement {
    let benchmark: Benchmark
    let rows: [Row]

    /// What was measured of one case, for doing one part of the work once.
    struct Row {
        let name: String
        let isOurs: Bool
        /// The smallest and the middle run, in nanoseconds or bytes.
        let best: Double
        let median: Double
        /// Allocations, where they can be counted.
        let allocations: Double?
    }

    /// One of our cases against a peer, or against a limit.
    struct Comparison {
        let ours: Row
        let peer: Row?
        let target: Benchmark.Target?

        /// Ours of the peer's; with no peer, ours.
        var ratio: Double { ours.best / (peer?.best ?? 1) }

        /// Whether the target was reached, if there is one.
        var verdict: Verdict? {
            target.map { ratio <= $0.stretch ?? -1 ? .stretch : ratio <= $0.must ? .met : .missed }
        }
    }

    /// How a comparison ended.
    enum Verdict: String {
        case stretch = "stretch met"
        case met
        case missed
    }

    /// Measures all cases, each in so many runs that take about a millisecond.
    init(of benchmark: Benchmark, runs: Int = 61) {
        self.benchmark = benchmark
        let samples = benchmark.measure == .memory ? Self.bytes(of: benchmark) : Self.times(of: benchmark, runs)
        rows = zip(benchmark.cases, samples).map { measured, samples in
            let sorted = samples.sorted()
            let allocations = benchmark.measure == .memory ? nil : measured.allocations()
            return Row(
                name: measured.name, isOurs: measured.isOurs, best: sorted[0], median: sorted[sorted.count / 2],
                allocations: allocations
            )
        }
    }

    private static func times(of benchmark: Benchmark, _ runs: Int) -> [[Double]] {
        let cases = benchmark.cases
        let times = cases.map { $0.timesPerRun(by: benchmark.measure) }
        var samples = [[Double]](repeating: [], count: cases.count)
        for round in 0..<runs {
            for offset in cases.indices {
                let index = (round + offset) % cases.count
                samples[index].append(cases[index].nanoseconds(times: times[index], by: benchmark.measure))
            }
        }
        return samples
    }

    private static func bytes(of benchmark: Benchmark) -> [[Double]] { benchmark.cases.map { [$0.bytes()] } }

    /// Each of our cases against each peer, against those of ours that it has a target for, and against its limit.
    var comparisons: [Comparison] {
        zip(benchmark.cases, rows).filter(\.1.isOurs).flatMap { measured, ours in
            let limits = measured.targets.filter { $0.peer == nil }
            let peers = rows.compactMap { peer -> Comparison? in
                let target = measured.targets.first { $0.peer == peer.name }
                return peer.isOurs && target == nil ? nil : Comparison(ours: ours, peer: peer, target: target)
            }
            return limits.map { Comparison(ours: ours, peer: nil, target: $0) } + peers
        }
    }
}

extension Benchmark.Case {
    /// How often the work is done in a run of about a millisecond.
    ///
    /// Believes the shortest of three: one that was interrupted would end the search at once.
    fileprivate func timesPerRun(by measure: Benchmark.Measure) -> Int {
        var times = 1
        while times < 1 << 22 {
            let shortest = (0..<3).map { _ in nanoseconds(times: times, by: measure) }.min() ?? 0
            guard shortest * Double(times * parts) < 500_000 else { break }
            times *= 2
        }
        return times * 2
    }

    /// The time for doing a part of the work once, in nanoseconds.
    fileprivate func nanoseconds(times: Int, by measure: Benchmark.Measure) -> Double {
        let start = time(by: measure)
        _ = work(times)
        return (time(by: measure) - start) / Double(times * parts)
    }

    /// The allocations for doing a part of the work once, in a warm state.
    fileprivate func allocations() -> Double? {
        guard allocationsOfThisThread() >= 0 else { return nil }
        let times = max(1, 1_000 / parts)
        let before = allocationsOfThisThread()
        _ = work(times)
        return Double(allocationsOfThisThread() - before) / Double(times * parts)
    }

    /// The memory that one of ten thousand parts keeps in use, after what a first thousand leaves behind for all.
    func bytes() -> Double {
        let first = work(max(1, 1_000 / parts))
        let times = max(1, 10_000 / parts)
        countBytesOfThisThread(true)
        let before = bytesOfThisThread()
        let kept = work(times)
        let bytes = bytesOfThisThread() - before
        countBytesOfThisThread(false)
        keep((first, kept))
        return before < 0 ? .nan : Double(bytes) / Double(times * parts)
    }
}

private func time(by measure: Benchmark.Measure) -> Double {
    var time = timespec()
    clock_gettime(measure == .processorTime ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Makes the process one of several threads, as every app is: alone, some systems' locks leave out their atomics.
func startSecondThread() {
    Thread.detachNewThread { while true { Thread.sleep(forTimeInterval: 3_600) } }
}

/// Keeps the compiler from leaving out work whose result is not used.
@inline(never)
public func keep(_ value: some Any) {
    withExtendedLifetime(value) {}
}
