import Foundation

/// Prints what was measured as one table.
package struct Report {
    /// Begins the table.
    package init() {
        print(line("", "best ns", "median ns", "ratio", "mallocs"))
    }

    /// Measures a benchmark and prints its rows.
    package func add(_ benchmark: Benchmark) {
        print(benchmark.name)
        for row in benchmark.measure() {
            let allocations = row.allocations.map { String(format: "%.1f", $0) } ?? "?"
            print(line("  " + row.name, number(row.best), number(row.median), number(row.ratio), allocations))
        }
    }

    private func number(_ value: Double) -> String {
        String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
    }

    private func line(_ cells: String...) -> String {
        let widths = [44, 10, 10, 8, 8]
        return zip(cells, widths).enumerated().map { index, cell in
            let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index == 0 ? cell.0 + space : space + cell.0
        }.joined()
    }
}
