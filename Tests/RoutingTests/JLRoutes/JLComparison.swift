/// The explanations of answers that differ.
struct JLComparison {
    /// The number of disagreements that a quirk explains.
    struct Count: Hashable {
        var alone = 0
        var withOthers = 0
    }

    private(set) var counts: [JLQuirk: Count] = [:]
    private(set) var agreements = 0
    private(set) var disagreements = 0

    /// Disagreements by the number of quirks that have to come together.
    private(set) var sizes: [Int: Int] = [:]

    init(file: String) throws {
        for scenario in try JLScenario.all(in: file) {
            let model = JLModel(scenario)
            for entry in scenario.entries { explain(entry, model) }
        }
    }

    /// Finds the smallest set of quirks that, added to our rules, leads to the answer of JLRoutes: one, else two, else
    /// a set from which none can be left out.
    private mutating func explain(_ entry: JLScenario.Entry, _ model: JLModel) {
        func suffices(_ quirks: [JLQuirk]) -> Bool {
            model.answer(to: entry.url, JLSwitches(quirks)).answer == entry.answer
        }
        if suffices([]) {
            agreements += 1
            return
        }
        let all = JLSwitches(JLQuirk.allCases)
        _ = model.answer(to: entry.url, all)
        let candidates = JLQuirk.allCases.filter { all.asked.contains($0) }
        let reduced = candidates.reversed().reduce(candidates) { kept, quirk in
            let fewer = kept.filter { $0 != quirk }
            return suffices(fewer) ? fewer : kept
        }
        record(Self.smaller(than: reduced, of: candidates, where: suffices) ?? reduced)
    }

    /// One or two quirks that suffice instead of more.
    private static func smaller(
        than quirks: [JLQuirk], of candidates: [JLQuirk], where suffices: ([JLQuirk]) -> Bool
    ) -> [JLQuirk]? {
        guard quirks.count > 1 else { return nil }
        if let single = candidates.first(where: { suffices([$0]) }) { return [single] }
        guard quirks.count > 2 else { return nil }
        for (number, first) in candidates.enumerated() {
            for second in candidates[(number + 1)...] where suffices([first, second]) { return [first, second] }
        }
        return nil
    }

    private mutating func record(_ quirks: [JLQuirk]) {
        disagreements += 1
        sizes[quirks.count, default: 0] += 1
        for quirk in quirks {
            if quirks.count == 1 {
                counts[quirk, default: Count()].alone += 1
            } else {
                counts[quirk, default: Count()].withOthers += 1
            }
        }
    }
}
