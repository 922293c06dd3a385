import ArgumentParser
import Foundation

/// What an executable that measures may be asked for.
public struct ReportOptions: ParsableArguments {
    @Argument(help: "Measure only what has one of these in its name.")
    var filters: [String] = []

    @Option(help: ArgumentHelp("Write the table here, in Markdown.", valueName: "file"))
    var markdown: String?

    @Option(help: ArgumentHelp("Write the table into this document, between its marks.", valueName: "file"))
    var write: String?

    @Option(help: ArgumentHelp("Draw the times here, as SVG.", valueName: "file"))
    var chart: String?

    @Flag(help: "Count instead of measuring; see .ci/check-costs.")
    var costs = false

    /// What the parser needs.
    public init() {}

    /// Does what was asked for, on the main thread, where some peers want to be.
    public func run(_ benchmarks: [Benchmark]) throws {
        startSecondThread()
        for filter in filters where !benchmarks.contains(where: { $0.name.contains(filter) }) {
            throw ValidationError("no operation has “\(filter)” in its name")
        }
        let benchmarks = benchmarks.filter { benchmark in
            filters.isEmpty || filters.contains { benchmark.name.contains($0) }
        }
        guard !costs else { return countCosts(of: benchmarks) }
        let document = try write.map { try Document(path: $0) }
        var report = Report()
        for benchmark in benchmarks { report.add(benchmark) }
        print("\n" + report.summary)
        try markdown.map { try report.markdown.write(toFile: $0, atomically: true, encoding: .utf8) }
        try chart.map { try report.chart.write(toFile: $0, atomically: true, encoding: .utf8) }
        try document?.replace(by: report.markdown)
    }
}

/// A document with a section for the measurements.
private struct Document {
    private let path: String
    private let before: Substring
    private let after: Substring

    /// The marks of the section's beginning and end, each on a line of its own.
    private static let marks = ("<!-- measured: begin -->\n", "<!-- measured: end -->\n")

    /// Looks for the section before the measurement begins.
    init(path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        guard let begin = text.range(of: Self.marks.0), let end = text.range(of: Self.marks.1),
            begin.upperBound <= end.lowerBound
        else { throw ValidationError("\(path) has no lines “\(Self.marks.0)” and “\(Self.marks.1)”") }
        self.path = path
        before = text[..<begin.upperBound]
        after = text[end.lowerBound...]
    }

    func replace(by table: String) throws {
        try "\(before)\n\(table)\n\(after)".write(toFile: path, atomically: true, encoding: .utf8)
    }
}
