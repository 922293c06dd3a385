import Foundation

/// Prints what is measured, and writes it down as a table and as a picture.
public struct Report {
    private var measurements: [Measurement] = []

    /// Begins the table.
    public init() {
        print(Self.line("", "best ns", "median ns", "mallocs", "ratio", "must", "stretch"))
    }

    /// Measures a benchmark and prints what came of it.
    public mutating func add(_ benchmark: Benchmark) {
        let measurement = Measurement(of: benchmark)
        measurements.append(measurement)
        print(benchmark.name)
        for row in measurement.rows {
            let ratio = row.best / measurement.rows[0].best
            let allocations = row.allocations.map { String(format: "%.1f", $0) } ?? "?"
            print(Self.line("  " + row.name, row.best.short, row.median.short, allocations, ratio.short))
        }
        for comparison in measurement.comparisons {
            guard let target = comparison.target else { continue }
            let name = "    → of \(comparison.peer.name): \(comparison.verdict)"
            let stretch = target.stretch?.short ?? ""
            print(Self.line(name, "", "", "", comparison.ratio.short, target.must.short, stretch))
        }
    }

    /// What was measured as a table in Markdown: ours against each peer, a line each.
    public var markdown: String {
        let head = "| operation | ours | ns | mallocs | against | ns | ratio | must | stretch | |\n"
        let rule = "|---|---|---:|---:|---|---:|---:|---:|---:|---|\n"
        return head + rule + measurements.flatMap { $0.comparisons.map($0.line) }.joined()
    }

    /// What was measured as a picture.
    public var chart: String { Chart(of: measurements).svg }

    private static func line(_ cells: String...) -> String {
        let widths = [48, 10, 10, 8, 8, 8, 8]
        return zip(cells, widths).enumerated().map { index, cell in
            let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index == 0 ? cell.0 + space : space + cell.0
        }.joined()
    }
}

extension Measurement {
    fileprivate func line(_ comparison: Comparison) -> String {
        let (ours, peer, target) = (comparison.ours, comparison.peer, comparison.target)
        let allocations = ours.allocations.map { String(format: "%.1f", $0) } ?? "?"
        let cells = [
            benchmark.name, ours.name, ours.best.short, allocations, peer.name, peer.best.short, comparison.ratio.short,
            target?.must.short ?? "", target?.stretch?.short ?? "", comparison.verdict,
        ]
        return "| " + cells.joined(separator: " | ") + " |\n"
    }
}

extension Double {
    /// Three digits or so.
    var short: String { String(format: self < 0.1 ? "%.3f" : self < 10 ? "%.2f" : self < 100 ? "%.1f" : "%.0f", self) }
}
