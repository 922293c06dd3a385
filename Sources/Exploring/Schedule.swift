/// The choices of one run: those that a plan makes, and those that were made.
///
/// A choice is a position in the list of candidates, in the order of the baseline: 0 is what the baseline would take, and each other
/// one is a *departure*. Only choices among several candidates are counted.
struct Schedule: Sendable {
    /// The rule by which a run chooses.
    enum Plan: Sendable, CustomStringConvertible {
        /// The baseline, with departures at some choices.
        case departures(Departures)
        /// Any candidate, with equal probability.
        case random(seed: UInt64)

        var description: String {
            switch self {
            case .departures(let departures): "explore(replaying: \"\(departures)\")"
            case .random(let seed): "explore(startingAt: \(seed))"
            }
        }
    }

    /// The departures that were made.
    private(set) var made = Departures()
    /// The number of candidates at each choice.
    private(set) var counts: [Int] = []
    private let planned: Departures?
    private var random: SplitMix64

    init(_ plan: Plan) {
        switch plan {
        case .departures(let departures):
            planned = departures
            random = SplitMix64(seed: 0)
        case .random(let seed):
            planned = nil
            random = SplitMix64(seed: seed)
        }
    }

    /// Chooses one of `count` candidates.
    mutating func choose(among count: Int) -> Int {
        guard count > 1 else { return 0 }
        let choice =
            if let planned {
                min(planned[counts.count], count - 1)
            } else {
                Int.random(in: 0..<count, using: &random)
            }
        made[counts.count] = choice
        counts.append(count)
        return choice
    }
}

/// The choices of a run that differ from the baseline, by the number of the choice.
///
/// Printed and read as `3:1,17:2`: the third choice takes the first departure, and so on. The text of the baseline is empty.
struct Departures: Sendable, Hashable, LosslessStringConvertible {
    private var choices: [Int: Int] = [:]

    init() {}

    init?(_ description: String) {
        for part in description.split(separator: ",") {
            let numbers = part.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 2, let position = numbers[0], let choice = numbers[1] else { return nil }
            guard position >= 0, choice > 0, choices.updateValue(choice, forKey: position) == nil else { return nil }
        }
    }

    var count: Int { choices.count }
    var positions: [Int] { choices.keys.sorted() }
    var description: String { positions.map { "\($0):\(self[$0])" }.joined(separator: ",") }

    subscript(position: Int) -> Int {
        get { choices[position] ?? 0 }
        set { choices[position] = newValue == 0 ? nil : newValue }
    }

    /// The departures without those at some positions.
    func removing(_ positions: some Sequence<Int>) -> Departures {
        var rest = self
        for position in positions { rest[position] = 0 }
        return rest
    }
}

/// A generator of random numbers with the same sequence for the same seed.
///
/// The algorithm is SplitMix64 (Steele, Lea, Flood, 2014).
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
