/// Cases that do the same work in different ways, ours among what it is measured against.
///
/// They run interleaved in one process, in rotating order, so that a machine that is shared or changes its speed treats
/// all alike. What counts are ratios, the best run of one against the best run of the other.
public struct Benchmark {
    /// How time is taken.
    public enum Clock: Sendable {
        /// The processor time of the measured thread, which other processes do not disturb.
        case thread
        /// The time that passes, for work that crosses threads.
        case wall
    }

    /// One way of doing the work.
    public struct Case {
        let name: String
        let isOurs: Bool
        let targets: [Target]
        let run: (Int) -> Void

        /// A peer, or a limit that nothing can beat; takes a closure that does the work so many times.
        public init(_ name: String, _ run: @escaping (_ times: Int) -> Void) {
            self.init(name, isOurs: false, [], run)
        }

        /// What this package does, and how fast it has to be.
        public static func ours(_ name: String, _ targets: Target..., run: @escaping (_ times: Int) -> Void) -> Case {
            ours(name, targets, run: run)
        }

        /// The same for targets that are not always there.
        public static func ours(_ name: String, _ targets: [Target], run: @escaping (_ times: Int) -> Void) -> Case {
            Case(name, isOurs: true, targets, run)
        }

        init(_ name: String, isOurs: Bool, _ targets: [Target], _ run: @escaping (Int) -> Void) {
            self.name = name
            self.isOurs = isOurs
            self.targets = targets
            self.run = run
        }
    }

    /// How much of a peer's time may be taken at most.
    public struct Target: Sendable {
        let must: Double
        let stretch: Double?
        let peer: String

        /// What has to be reached, what would be better still, and the name of the case that it is compared with.
        public static func atMost(_ must: Double, stretch: Double? = nil, of peer: String) -> Target {
            Target(must: must, stretch: stretch, peer: peer)
        }
    }

    let name: String
    let clock: Clock
    let cases: [Case]

    /// Names the work; the first case is the one that ratios are printed to.
    public init(_ name: String, clock: Clock = .thread, _ cases: [Case]) {
        self.name = name
        self.clock = clock
        self.cases = cases
        for target in cases.flatMap(\.targets) {
            precondition(cases.contains { $0.name == target.peer }, "\(name): there is no case “\(target.peer)”")
        }
    }
}
