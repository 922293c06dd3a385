import ArgumentParser
import Routing

/// Prints a table.
struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the table as a tree, in the order of a lookup, or as JSON.")

    @OptionGroup var table: TableFile

    @Flag(help: "Print the table as JSON, one that can be read again.")
    var json = false

    func run() throws {
        let list = try table.read()
        if json {
            print(JSONText.printable(try list.json))
        } else {
            print(RouteTable(list))
        }
    }
}
