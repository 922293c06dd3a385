import ArgumentParser
import Foundation

/// The command, which exits with 0 whatever the outcomes of URLs, with 1 if a check found something, and with 2 if it could not begin.
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
