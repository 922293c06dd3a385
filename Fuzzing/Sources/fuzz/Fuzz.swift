import Foundation
import Laws

/// Tries unlikely inputs, until one breaks a law, takes too long or ends the process.
///
/// `fuzz --count 10000000 --seed 1` or `fuzz --seconds 60`; `fuzz --growth` looks at inputs that grow. Rounds run in a
/// process of their own, so that the input of one that crashed can be told.
@main struct Fuzz {
    private static let inputsOfRound = 100_000

    static func main() throws {
        let arguments = Arguments(CommandLine.arguments.dropFirst())
        do throws(Violation) {
            if arguments.has("--growth") { return try Growth.check() }
            if let seed = arguments.number(of: "--round") {
                let count = arguments.number(of: "--count") ?? inputsOfRound
                let round = Round(seed: UInt64(seed), count: count, isEchoing: arguments.has("--echo"))
                print(try round.run())
                return
            }
        } catch {
            print("FOUND", error.explanation)
            exit(1)
        }
        try runRounds(arguments)
    }

    private static func runRounds(_ arguments: Arguments) throws {
        let count = arguments.number(of: "--count") ?? (arguments.has("--seconds") ? Int.max : inputsOfRound)
        let end = Date.now.addingTimeInterval(Double(arguments.number(of: "--seconds") ?? 1 << 30))
        var seed = arguments.number(of: "--seed") ?? 1
        var done = 0
        while done < count, Date.now < end {
            let inputs = min(inputsOfRound, count - done)
            let round = ["--round", "\(seed)", "--count", "\(inputs)"]
            let (status, output) = try run(round)
            guard status == 0 else {
                print(output.hasPrefix("FOUND") ? output : "CRASHED " + (try run(round + ["--echo"]).output.lastLine))
                print("again: fuzz", round.joined(separator: " "))
                exit(1)
            }
            done += inputs
            print("seed \(seed): \(done) inputs, \(output.lastLine)")
            seed += 1
        }
    }

    private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}

extension String {
    fileprivate var lastLine: String { split(separator: "\n").last.map(String.init) ?? "" }
}
