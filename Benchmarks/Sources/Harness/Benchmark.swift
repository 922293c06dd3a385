/// Cases that do the same work in different ways, measured against the first of them.
///
/// They run interleaved in one process, in rotating order, so that a machine that is shared or changes its speed treats
/// all alike. What counts is the ratio to the baseline, the best run of one against the best run of the other.
package struct Benchmark {
    /// One way of doing the work.
    package struct Case {
        let name: String
        let run: (Int) -> Void

        /// Takes a closure that does the work so many times.
        package init(_ name: String, _ run: @escaping (_ times: Int) -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// What was measured of one case, for doing the work once.
    package struct Row {
        /// The case.
        package let name: String
        /// The shortest and the middle run, in nanoseconds of the thread's processor time.
        package let best: Double
        package let median: Double
        /// The best run against the baseline's best.
        package let ratio: Double
        /// Allocations, where they can be counted.
        package let allocations: Double?
    }

    /// What the cases do.
    package let name: String

    let cases: [Case]

    /// The first case is the baseline.
    package init(_ name: String, _ cases: [Case]) {
        self.name = name
        self.cases = cases
    }

    /// Measures all cases, each in so many runs that take about a millisecond.
    package func measure(runs: Int = 61) -> [Row] {
        let times = cases.map(\.timesPerRun)
        var samples = [[Double]](repeating: [], count: cases.count)
        for round in 0..<runs {
            for offset in cases.indices {
                let index = (round + offset) % cases.count
                samples[index].append(cases[index].nanoseconds(times: times[index]))
            }
        }
        let baseline = samples[0].min() ?? .nan
        return cases.indices.map { index in
            let sorted = samples[index].sorted()
            return Row(
                name: cases[index].name, best: sorted[0], median: sorted[sorted.count / 2], ratio: sorted[0] / baseline,
                allocations: cases[index].allocations()
            )
        }
    }
}
