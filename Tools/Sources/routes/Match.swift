import ArgumentParser
import Foundation
import Routing

/// Answers URLs, a JSON object each.
struct Match: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says for each URL which route takes it, as one JSON object a line.")

    @OptionGroup var table: TableFile

    @Argument(help: "The URLs; without any, they are read from standard input, one a line.")
    var urls: [String] = []

    func run() throws {
        let table = RouteTable(try table.read())
        guard urls.isEmpty else { return try write(urls.map { Answer(to: $0, from: table) }) }
        var lines = LineReader(.standardInput)
        while let batch = try lines.next() {
            try write(batch.filter { !$0.isBlank }.map { Answer(to: $0, from: table) })
        }
    }

    private func write(_ answers: [Answer]) throws {
        var lines = Data()
        for answer in answers { lines += Data((answer.json + "\n").utf8) }
        try FileHandle.standardOutput.write(contentsOf: lines)
    }
}
