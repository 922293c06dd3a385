/// Decides which orders an exploration runs.
///
/// The baseline comes first. Then, with half of the runs, orders with one departure from it and with two; with the other half, random
/// ones. Most mistakes need one departure.
struct OrderSearch: Sendable {
    private let limit: Int
    private var random: SplitMix64
    private var runCount = 0
    private var pending: [Departures] = []
    private var parents: [Departures: [Int]] = [:]
    private var isSystematic = true
    private var nextSeed: UInt64

    init(limit: Int, seed: UInt64) {
        self.limit = limit
        nextSeed = seed
        random = SplitMix64(seed: seed)
    }

    /// The plan of the next run, or `nil` once all runs were made.
    mutating func next() -> Schedule.Plan? {
        guard runCount < limit else { return nil }
        runCount += 1
        if runCount == 1 { return .departures(Departures()) }
        isSystematic.toggle()
        if isSystematic, let departures = popPending() { return .departures(departures) }
        defer { nextSeed &+= 1 }
        return .random(seed: nextSeed)
    }

    /// Learns the choices of a run with departures, whose extensions by one departure are run later.
    mutating func learn(_ departures: Departures, counts: [Int]) {
        guard departures.count < 2 else { return }
        let first = departures.positions.last.map { $0 + 1 } ?? 0
        guard first < counts.count else { return }
        var extensions: [Departures] = []
        for position in first..<counts.count {
            for choice in 1..<counts[position] {
                var extended = departures
                extended[position] = choice
                extensions.append(extended)
            }
        }
        extensions.shuffle(using: &random)
        // Orders with fewer departures go first: those of the baseline are taken from the end.
        pending = departures.count == 0 ? extensions : Array(extensions.prefix(limit)) + pending
    }

    private mutating func popPending() -> Departures? { pending.popLast() }
}

/// Decides which shorter orders to try after one that fails.
///
/// Departures are removed by halves, quarters and so on down to single ones, as in delta debugging (Zeller, Hildebrandt, 2002).
struct Shortening: Sendable {
    /// The shortest order that fails, as far as is known.
    private(set) var best: Departures
    private var size: Int
    private var start = 0
    private var tried: Departures?

    init(_ failing: Departures) {
        best = failing
        size = max(1, failing.count)
    }

    /// The next order to try, or `nil` if no departure can be removed.
    mutating func next() -> Departures? {
        while best.count > 0 {
            let positions = best.positions
            if start < positions.count {
                let removed = positions[start..<min(start + size, positions.count)]
                tried = best.removing(removed)
                return tried
            }
            guard size > 1 else { return nil }
            size = max(1, size / 2)
            start = 0
        }
        return nil
    }

    /// Learns whether the order that was tried last fails as well.
    mutating func learn(fails: Bool, made: Departures) {
        if fails {
            // A run that has fewer choices than were planned makes fewer departures.
            best = made.count < best.count ? made : tried ?? best
            size = min(size, max(1, best.count))
        } else {
            start += size
        }
    }
}
