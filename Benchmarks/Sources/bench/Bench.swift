import ArgumentParser
import Harness
import Operations

@main struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures the package's operations, each against a baseline in the same process.")

    @OptionGroup private var options: ReportOptions

    func run() throws { try options.run(try operations()) }
}
