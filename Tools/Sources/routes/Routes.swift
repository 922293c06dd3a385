import ArgumentParser
import Foundation

/// The command, and how it ends: 0 whatever became of the URLs, 1 when a check found something, 2 when it could not begin.
@main
struct Routes: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Matches URLs against a table of routes, checks, lists and explains it, and writes its site's files.",
        discussion: """
            A table is a JSON file: {"host": "ignore", "routes": [{"pattern": "/user/:id", "name": "user"}]}. Instead of \
            "host" (path, ignore or match) it may have "origins". A route may also have "schemes", "priority" and "metadata". \
            It matches in URLs of its schemes only: with "schemes": ["shop"], it is in no file for a web site.
            """,
        subcommands: [Match.self, Check.self, List.self, Explain.self, Links.self])

    func run() throws {
        throw ValidationError("Missing a subcommand: match, check, list, explain or links.")
    }

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            end(with: error)
        }
    }

    private static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        guard code != .success, !(error is ExitCode) else { exit(withError: error) }
        report(message(for: error).split(whereSeparator: \.isNewline).joined(separator: " "))
        exit(withError: ExitCode(2))
    }
}
