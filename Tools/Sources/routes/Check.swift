import ArgumentParser
import Foundation
import Routing

/// Looks for routes that are in conflict.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints pairs of routes that are in conflict, as one JSON object a line.",
        discussion: "Exits with 1 if there are any. Standard error has the number of routes and conflicts.")

    @OptionGroup var table: TableFile

    func run() throws {
        let table = RouteTable(try table.read())
        let conflicts = table.conflicts
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for conflict in conflicts {
            print(JSONText.printable(String(decoding: try encoder.encode(Line(conflict)), as: UTF8.self)))
        }
        report("\(counted(table.routes.count, "route")), \(counted(conflicts.count, "conflict"))")
        if !conflicts.isEmpty { throw ExitCode(1) }
    }

    private func counted(_ number: Int, _ noun: String) -> String {
        "\(number == 0 ? "no" : "\(number)") \(noun)\(number == 1 ? "" : "s")"
    }

    /// A conflict as it is printed.
    private struct Line: Encodable {
        let kind: String
        let first: String
        let second: String
        let witness: String?

        init(_ conflict: RouteConflict) {
            kind = "\(conflict.kind)"
            first = conflict.first.pattern.text
            second = conflict.second.pattern.text
            witness = conflict.witness
        }
    }
}
