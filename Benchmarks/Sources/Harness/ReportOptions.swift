import ArgumentParser
import Foundation

/// What an executable that measures may be asked for.
public struct ReportOptions: ParsableArguments {
    @Argument(help: "Measure only what has one of these in its name.")
    var filters: [String] = []

    @Option(help: ArgumentHelp("Write the table here, in Markdown.", valueName: "file"))
    var markdown: String?

    @Option(help: ArgumentHelp("Draw the times here, as SVG.", valueName: "file"))
    var chart: String?

    @Flag(help: "Count instead of measuring; see .ci/check-costs.")
    var costs = false

    /// What the parser needs.
    public init() {}

    /// Does what was asked for.
    public func run(_ benchmarks: [Benchmark]) throws {
        startSecondThread()
        let benchmarks = benchmarks.filter { benchmark in
            filters.isEmpty || filters.contains { benchmark.name.contains($0) }
        }
        guard !costs else { return countCosts(of: benchmarks) }
        var report = Report()
        for benchmark in benchmarks { report.add(benchmark) }
        try markdown.map { try report.markdown.write(toFile: $0, atomically: true, encoding: .utf8) }
        try chart.map { try report.chart.write(toFile: $0, atomically: true, encoding: .utf8) }
    }
}
