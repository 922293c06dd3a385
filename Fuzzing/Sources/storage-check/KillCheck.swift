import Foundation
import StateStorage

/// Starts a process that writes states, kills it at a random time, and looks at the files, many times.
struct KillCheck {
    private let folder: URL
    private let role: String
    private let kills: Int

    init(_ folder: URL, _ role: String, kills: Int) {
        self.folder = folder
        self.role = role
        self.kills = kills
    }

    /// The results of all rounds.
    private struct Tally {
        var flushes = 0
        var newer = 0
        var lost = 0
        var broken = 0
    }

    /// Kills a process that writes and erases a state.
    ///
    /// Prints the counts, and ends the process with an error if an erased value was on disk.
    func runErasing() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var erasedCount = 0
        var foundCount = 0
        for _ in 0..<kills {
            guard let last = try killOnce().last else { continue }
            if last < 0 { erasedCount += 1 }
            // After an erased number, the next one may have been written. A flushed one may have been erased.
            let allowed = last < 0 ? 1 - last : last
            if try filesOfFirst().contains(where: { $0 != allowed }) { foundCount += 1 }
        }
        print("\(kills) kills (\(role)), \(erasedCount) after an erased value: \(foundCount) were on disk")
        exit(erasedCount > 0 && foundCount == 0 ? 0 : 1)
    }

    /// Returns the numbers that are in files of the first state, whatever their names: 0 for one that is not whole.
    private func filesOfFirst() throws -> [Int] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("first") }
        // A file that was being written is not whole, and has a number that is not erased yet.
        return names.filter { !$0.hasSuffix(".new") }.map { name in
            let data = try? Data(contentsOf: folder.appendingPathComponent(name))
            let ledger = data.flatMap { try? JSONDecoder().decode(Overwriting.File.self, from: $0).value }
            return ledger.map { $0.isWhole ? $0.number : 0 } ?? 0
        }
    }

    /// Prints the counts, and ends the process with an error if a file was lost, is not whole or too old.
    func run() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var tally = Tally()
        var last = 0
        for _ in 0..<kills {
            let flushed = try killOnce()
            tally.flushes += flushed.count
            last = max(last, flushed.last ?? 0)
            last = max(last, look("first", last, &tally), look("second", last, &tally))
        }
        print(
            "\(kills) kills (\(role)), \(tally.flushes) flushes: \(tally.broken) files not whole, \(tally.lost) older than the "
                + "last flush, \(tally.newer) newer")
        let isDone = kills > 0 && tally.flushes > kills
        exit(isDone && tally.broken == 0 && tally.lost == 0 ? 0 : 1)
    }

    /// Looks at a file.
    ///
    /// - Returns: The number that it has.
    private func look(_ name: String, _ flushed: Int, _ tally: inout Tally) -> Int {
        let file = folder.appendingPathComponent("\(name).json")
        let data = (try? Data(contentsOf: file)) ?? Data()
        let stored = try? JSONDecoder().decode(Overwriting.File.self, from: data)
        guard let ledger = stored?.value, ledger.isWhole else {
            // Before the first flush, there may be none.
            if flushed > 0 { tally.broken += 1 }
            try? FileManager.default.removeItem(at: file)
            return 0
        }
        if ledger.number < flushed { tally.lost += 1 }
        if ledger.number > flushed { tally.newer += 1 }
        return ledger.number
    }

    /// Starts the process and kills it.
    ///
    /// - Returns: The numbers that it has flushed.
    private func killOnce() throws -> [Int] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [role, folder.path]
        process.standardOutput = output
        try process.run()
        // The first line shows that it has begun.
        var text = output.fileHandleForReading.availableData
        usleep(.random(in: 0...60_000))
        kill(process.processIdentifier, SIGKILL)
        text += try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        // A line that was cut off does not count.
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropLast().compactMap { Int($0) }
    }
}
