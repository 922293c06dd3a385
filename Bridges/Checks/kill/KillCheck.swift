import Bridging
import Foundation

/// Kills writers and readers at random with `kill -9`, and counts what is lost: `kill-check [<runs> [<entries> [<address> <script>]]]`.
///
/// The address is that of servers of NATS, or a connection to PostgreSQL; without it, the log is a file of SQLite. The script kills the
/// server and starts it again. Its first argument is the name of the stream.
///
/// It exits with 1 if a sum does not close, if anything is missing that `deliver` returned for, or if a kill repeats more than a batch.
@main struct KillCheck {
    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "role" {
            arguments.removeFirst()
            return try await play(arguments)
        }
        let runs = arguments.first.flatMap { Int($0) } ?? 5
        let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 20_000
        print(KillRun.heading)
        var failures: [String] = []
        for number in 1...runs {
            let engine = arguments.count > 3 ? (arguments[2], arguments[3]) : nil
            do {
                failures += try await KillRun(number, count: count, engine: engine).perform()
            } catch {
                failures.append("run \(number): \(error)")
            }
        }
        for failure in failures { print("FAILED:", failure) }
        if !failures.isEmpty { exit(1) }
    }

    private static func play(_ arguments: [String]) async throws {
        let log = try LogAddress.open(arguments[1])
        let journal = URL(filePath: arguments[3])
        let stream = try StreamName(arguments[5])
        switch arguments[0] {
        case "write": try await Roles.write(log, stream, arguments[2], Int(arguments[4]) ?? 0, journal)
        case "group": try await Roles.read(log, stream, arguments[2], group: "readers", journal)
        default: try await Roles.read(log, stream, arguments[2], group: nil, journal)
        }
    }
}
