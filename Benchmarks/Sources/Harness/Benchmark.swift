import Synchronization

/// Cases that do the same work in different ways, ours among what it is measured against.
///
/// They run interleaved in one process, in rotating order, so that a machine that is shared or changes its speed treats
/// all alike. What counts are ratios, the best run of one against the best run of the other.
public struct Benchmark {
    /// What is measured of the work.
    public enum Measure: Sendable {
        /// The processor time of the measured thread, which other processes do not disturb.
        case processorTime
        /// The time that passes, for work that crosses threads.
        case elapsedTime
        /// The memory that stays in use, for cases that keep something.
        case memory
    }

    /// One way of doing the work.
    public struct Case {
        let name: String
        let isOurs: Bool
        var targets: [Target]
        /// Of how many equal things the work consists; what is reported is the cost of one.
        let parts: Int
        /// Does the work so often, and returns what has to stay.
        let work: (_ times: Int) -> Any

        /// A peer, or a limit that nothing can beat; takes a closure that does the work so many times.
        public init(_ name: String, parts: Int = 1, _ run: @escaping (_ times: Int) -> Void) {
            self.init(name, isOurs: false, [], parts: parts, run)
        }

        /// The same for work that makes things to be kept, whose memory is measured.
        public init(keeping name: String, parts: Int = 1, _ make: @escaping (_ times: Int) -> Any) {
            self.init(name, isOurs: false, [], parts: parts, make)
        }

        /// What this package does, and how fast it has to be.
        public static func ours(_ name: String, _ targets: Target..., run: @escaping (_ times: Int) -> Void) -> Case {
            ours(name, targets, run: run)
        }

        /// The same for targets that are not always there, and for work that consists of parts.
        public static func ours(
            _ name: String, _ targets: [Target], parts: Int = 1, run: @escaping (_ times: Int) -> Void
        ) -> Case {
            Case(name, isOurs: true, targets, parts: parts, run)
        }

        /// The same for things to be kept, whose memory is measured.
        public static func ours(
            keeping name: String, _ targets: Target..., parts: Int = 1, make: @escaping (_ times: Int) -> Any
        ) -> Case {
            Case(name, isOurs: true, targets, parts: parts, make)
        }

        /// The same for work that is awaited on the measured thread, which it must not leave.
        public static func ours(
            _ name: String, _ targets: Target..., awaiting run: @escaping @Sendable (_ times: Int) async -> Void
        ) -> Case {
            ours(name, targets, run: inline(run))
        }

        init(_ name: String, isOurs: Bool, _ targets: [Target], parts: Int, _ work: @escaping (Int) -> Any) {
            self.name = name
            self.isOurs = isOurs
            self.targets = targets
            self.parts = parts
            self.work = work
        }
    }

    /// How much may be taken at most, of what a peer takes or in all.
    public struct Target: Sendable {
        let must: Double
        let stretch: Double?
        /// No case, if the limit is one of bytes.
        let peer: String?

        /// What has to be reached, what would be better still, and the name of the case that it is compared with.
        public static func atMost(_ must: Double, stretch: Double? = nil, of peer: String) -> Target {
            Target(must: must, stretch: stretch, peer: peer)
        }

        /// How many bytes are allowed, and how few would be better still.
        public static func atMost(bytes must: Double, stretch: Double? = nil) -> Target {
            Target(must: must, stretch: stretch, peer: nil)
        }
    }

    /// The work.
    public let name: String
    let measure: Measure
    var cases: [Case]
    var isPictured = false
    var isCounted = true

    /// Names the work; the first case is the one that ratios are printed to.
    public init(_ name: String, measuring measure: Measure = .processorTime, _ cases: [Case]) {
        self.name = name
        self.measure = measure
        self.cases = cases
        checkTargets()
    }

    /// The same with peers, and with what our first case has to reach among them.
    public func adding(_ peers: [Case], _ targets: Target...) -> Benchmark {
        var benchmark = self
        benchmark.cases += peers
        if let ours = cases.firstIndex(where: \.isOurs) { benchmark.cases[ours].targets += targets }
        benchmark.checkTargets()
        return benchmark
    }

    /// A case that is also in the chart.
    public func pictured() -> Benchmark {
        var benchmark = self
        benchmark.isPictured = true
        return benchmark
    }

    /// A case whose instructions are not counted, since those of other threads are among them.
    public func uncounted() -> Benchmark {
        var benchmark = self
        benchmark.isCounted = false
        return benchmark
    }

    private func checkTargets() {
        for peer in cases.flatMap(\.targets).compactMap(\.peer) {
            precondition(cases.contains { $0.name == peer }, "\(name): there is no case “\(peer)”")
        }
    }
}

extension Benchmark.Case {
    /// Takes a closure that awaits the work so many times, on the measured thread: what it awaits must not leave it.
    public init(_ name: String, awaiting run: @escaping @Sendable (_ times: Int) async -> Void) {
        self.init(name, inline(run))
    }
}

/// Does the work in a task that runs where and when it is made.
private func inline(_ run: @escaping @Sendable (_ times: Int) async -> Void) -> (_ times: Int) -> Void {
    { times in
        let end = End()
        Task(executorPreference: InlineExecutor()) {
            await run(times)
            end.isReached.store(true, ordering: .relaxed)
        }
        precondition(end.isReached.load(ordering: .relaxed), "what is measured left its thread")
    }
}

private final class End: Sendable { let isReached = Atomic(false) }

/// Runs a task where and when it is made.
private final class InlineExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}
