import Foundation

/// Prints what is measured, and writes it down as a table and as a picture.
public struct Report {
    private var measurements: [Measurement] = []

    /// Begins the table.
    public init() {
        print(Self.line("", "best", "median", "mallocs", "ratio", "must", "stretch"))
    }

    /// Measures a benchmark and prints what came of it.
    public mutating func add(_ benchmark: Benchmark) {
        let measurement = Measurement(of: benchmark)
        measurements.append(measurement)
        print(benchmark.name)
        for row in measurement.rows {
            let ratio = row.best / measurement.rows[0].best
            let best = measurement.quantity(row.best)
            print(Self.line("  " + row.name, best, row.median.short, row.allocationsText, ratio.short))
        }
        for comparison in measurement.comparisons {
            guard let target = comparison.target, let verdict = comparison.verdict else { continue }
            let name = "    → \(comparison.peer.map { "against " + $0.name } ?? "in all"): \(verdict.rawValue)"
            let stretch = target.stretch?.short ?? ""
            print(Self.line(name, "", "", "", comparison.ratio.short, target.must.short, stretch))
        }
    }

    /// How many targets were met, and which were not.
    public var summary: String {
        let all = measurements.flatMap { measured in measured.comparisons.map { (measured, $0) } }
        let verdicts = all.compactMap(\.1.verdict)
        let missed = all.filter { $0.1.verdict == .missed }.map { measured, comparison in
            "- \(measured.benchmark.name), \(comparison.ours.name): \(comparison.ratio.short)"
                + (comparison.peer.map { " times \($0.name)" } ?? "") + ", must \(comparison.target?.must.short ?? "")"
        }
        let count = { (verdict: Measurement.Verdict) in verdicts.count { $0 == verdict } }
        return """
            Of \(verdicts.count) targets \(count(.stretch)) are met with stretch, \(count(.met)) are met, and \
            \(missed.count) are missed\(missed.isEmpty ? "." : ":")
            \(missed.isEmpty ? "" : "\n" + missed.joined(separator: "\n") + "\n")
            """
    }

    /// What was measured as a table in Markdown: ours against each peer, a line each.
    public var markdown: String {
        let head = "| operation | ours | cost | mallocs | against | cost | ratio | must | stretch | |\n"
        let rule = "|---|---|---:|---:|---|---:|---:|---:|---:|---|\n"
        let lines = measurements.flatMap { measured in measured.comparisons.map(measured.line) }
        return "\(Machine.description)\n\n\(summary)\n\(head)\(rule)\(lines.joined())"
    }

    /// What was measured of benchmarks that are pictured, as a picture.
    public var chart: String { Chart(of: measurements.filter(\.benchmark.isPictured)).svg }

    private static func line(_ cells: String...) -> String {
        let widths = [54, 11, 10, 8, 8, 8, 8]
        return zip(cells, widths).enumerated().map { index, cell in
            let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index == 0 ? cell.0 + space : space + cell.0
        }.joined()
    }
}

extension Measurement {
    fileprivate func quantity(_ number: Double) -> String {
        number.short + (benchmark.measure == .memory ? " B" : " ns")
    }

    fileprivate func line(_ comparison: Comparison) -> String {
        let (ours, peer, target) = (comparison.ours, comparison.peer, comparison.target)
        let verdict = comparison.verdict.map { $0 == .missed ? "**missed**" : $0.rawValue }
        let cells = [
            benchmark.name, ours.name, quantity(ours.best), ours.allocationsText,
            peer?.name ?? "", (peer?.best).map(quantity) ?? "", peer == nil ? "" : comparison.ratio.short,
            target?.must.short ?? "", target?.stretch?.short ?? "", verdict ?? "",
        ]
        return "| " + cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
}

extension Measurement.Row {
    fileprivate var allocationsText: String { allocations.map { String(format: "%.1f", $0) } ?? "" }
}

extension Double {
    /// Three digits or so.
    var short: String { String(format: self < 0.1 ? "%.3f" : self < 10 ? "%.2f" : self < 100 ? "%.1f" : "%.0f", self) }
}
