/// The sums of a run.
struct KillResult {
    private let posted: Set<Substring>
    private let durable: Set<Substring>
    private let appended: [String]
    private let delivered: [String]
    private let gaps: Int
    private let dead: Int
    private let liveCount: Int
    private let liveTwice: Int
    private let openSums: [String]

    /// The numbers of entries that the group has received twice, before the first kill and after each one.
    private let repetitions: [Int]

    /// Counts the lines of the journals.
    ///
    /// - Parameters:
    ///   - written: The lines of the writers.
    ///   - appended: The entries of the log.
    ///   - group: The lines of the group, with “kill” before each kill.
    ///   - live: The lines of the reader alone, with “begin” in each process.
    init(written: [String], appended: [String], group: [String], live: [String]) {
        posted = Set(written.filter { $0.hasPrefix("p ") }.map { $0.dropFirst(2) })
        durable = Set(written.filter { $0.hasPrefix("d ") }.map { $0.dropFirst(2) })
        self.appended = appended
        delivered = group.filter { $0.hasPrefix("w") }
        gaps = group.filter { $0.hasPrefix("gap ") }.compactMap { Int($0.dropFirst(4)) }.reduce(0, +)
        dead = group.count { $0 == "dead" }
        repetitions = Self.repetitions(in: group)
        let lives = live.split(separator: "begin").map { $0.filter { $0.hasPrefix("w") } }
        liveCount = lives.reduce(0) { $0 + $1.count }
        liveTwice = lives.reduce(0) { $0 + $1.count - Set($1).count }
        openSums = (written + group + live).filter { $0.hasPrefix("sum ") }
    }

    /// Returns the number of repeated entries after each kill.
    private static func repetitions(in group: [String]) -> [Int] {
        var known: Set<String> = []
        return group.split(separator: "kill", omittingEmptySubsequences: false).map { lines in
            lines.count { $0.hasPrefix("w") && !known.insert($0).inserted }
        }
    }

    private var distinct: Set<String> { Set(delivered) }
    private var lost: Set<Substring> { durable.subtracting(appended.map { $0[...] }) }

    /// The numbers, as the heading of a run names them.
    var row: String {
        let twice = "\(delivered.count - distinct.count) (\(repetitions.max() ?? 0))"
        let first = "\(posted.count) \(durable.count) \(appended.count) \(distinct.count) \(twice)"
        return "\(first) \(gaps) \(dead) \(lost.count) | \(liveCount) \(liveTwice)"
    }

    /// Returns a Boolean value that indicates whether, at each moment, each kill so far has repeated a batch at most.
    ///
    /// A batch is repeated when another reader takes over, which may be after the next kill.
    private func hasBatches(of size: Int) -> Bool {
        var sum = 0
        for (kills, count) in repetitions.enumerated() {
            sum += count
            if sum > kills * size { return false }
        }
        return true
    }

    /// Returns what is not as it has to be.
    func failures(of count: Int, batchSize: Int) -> [String] {
        var failures: [String] = []
        func check(_ isTrue: Bool, _ text: String) { if !isTrue { failures.append(text) } }
        let stored = Set(appended)
        check(lost.isEmpty, "\(lost.count) were durable, and are not in the log")
        check(stored.count == appended.count, "\(appended.count - stored.count) are in the log twice")
        check(stored.allSatisfy { posted.contains($0[...]) }, "the log has entries that were not posted")
        check(stored == distinct, "\(stored.subtracting(distinct).count) were not delivered")
        check(appended.count == distinct.count + gaps + dead, "the sum of the group does not close")
        check(hasBatches(of: batchSize), "more were delivered twice than a batch for each kill: \(repetitions)")
        check(durable.count >= count, "only \(durable.count) were delivered for")
        check(liveTwice == 0, "\(liveTwice) were delivered twice to a live reader")
        check(openSums.isEmpty, "a sum of a status does not close: \(openSums.first ?? "")")
        return failures
    }
}
