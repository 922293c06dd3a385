import ArgumentParser
import Routing

/// Prints which route takes a URL, and why others do not.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says which route takes a URL, and of those that nearly do, where they fail and why.")

    @OptionGroup var table: TableFile

    @Argument(help: "The URL.")
    var url: String

    func run() throws {
        print(RouteTable(try table.read()).explain(url))
    }
}
