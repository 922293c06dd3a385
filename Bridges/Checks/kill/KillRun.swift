import Bridging
import Foundation

/// One run of the check: two writers, and two readers, of which one is a group.
final class KillRun {
    static let heading =
        "run kills (of the engine) posted durable appended delivered twice gaps dead lost | live reader: delivered twice"

    private let number: Int
    private let count: Int
    private let folder: URL
    private let address: String

    /// Kills the engine and starts it again, if it is not a part of the processes.
    ///
    /// Its first argument is the name of the stream.
    private let engineScript: String?
    private let stream: StreamName
    private var kills: [String: Int] = [:]
    private var children: [String: Process] = [:]

    /// The script that kills the engine and starts it again, beside which the other processes are killed, too.
    private var restart: Process?

    init(_ number: Int, count: Int, engine: (connection: String, script: String)?) throws {
        self.number = number
        self.count = count
        folder = URL.temporaryDirectory.appending(path: "kill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        address = engine?.connection ?? folder.appending(path: "log.sqlite").path
        engineScript = engine?.script
        stream = try StreamName("tickets-\(folder.lastPathComponent.lowercased())")
    }

    deinit {
        for child in children.values where child.isRunning { kill(child.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns what failed.
    func perform() async throws -> [String] {
        for name in ["group", "live", "w1", "w2"] { try start(name) }
        let end = ContinuousClock.now + .seconds(300)
        var next = pause
        while ["w1", "w2"].contains(where: { !isDone($0) }) {
            guard ContinuousClock.now < end else { return ["run \(number): the writers did not end"] }
            try await Task.sleep(for: .milliseconds(5))
            if written < next { continue }
            try killOne()
            next = written + pause
        }
        try waitForEngine()
        guard try await groupHasAll(before: end) else { return try await report() + ["the group did not end"] }
        return try await report()
    }

    /// The size of the journals of the writers in bytes.
    private var written: Int {
        ["w1", "w2"].reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: journal(name).path)
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    /// Returns what the writers write until the next kill: at random, and so that a fast machine has as many kills as a slow one.
    private var pause: Int {
        // An entry has two lines of about 12 bytes.
        Int.random(in: 1...max(1, count * 24 / 8))
    }

    private func journal(_ name: String) -> URL { folder.appending(path: "\(name).txt") }

    private func start(_ name: String) throws {
        let child = Process()
        child.executableURL = Bundle.main.executableURL
        let role = name.hasPrefix("w") ? "write" : name
        child.arguments = ["role", role, address, name, journal(name).path, "\(count / 2)", stream.text]
        try child.run()
        children[name] = child
    }

    private func isDone(_ name: String) -> Bool {
        guard let child = children[name], !child.isRunning else { return false }
        return child.terminationReason == .exit && child.terminationStatus == 0
    }

    /// Kills one process that has not ended, and starts it again.
    ///
    /// The third one is the engine, so that each run kills it.
    private func killOne() throws {
        if engineScript != nil, kills["engine"] == nil, kills.values.reduce(0, +) == 2 { return try killEngine() }
        var names = children.keys.filter { !isDone($0) }
        // It takes seconds to start again.
        if engineScript != nil, restart?.isRunning != true, kills["engine", default: 0] < 3 { names.append("engine") }
        guard let name = names.randomElement() else { return }
        if name == "engine" { return try killEngine() }
        guard let child = children[name] else { return }
        if child.isRunning { kill(child.processIdentifier, SIGKILL) }
        child.waitUntilExit()
        kills[name, default: 0] += 1
        try start(name)
    }

    private func killEngine() throws {
        guard let engineScript else { return }
        try waitForEngine()
        let script = Process()
        script.executableURL = URL(filePath: "/bin/bash")
        script.arguments = ["-c", engineScript, "engine", stream.text]
        try script.run()
        restart = script
        kills["engine", default: 0] += 1
    }

    /// Waits until the engine that was killed last runs again.
    private func waitForEngine() throws {
        guard let restart else { return }
        restart.waitUntilExit()
        guard restart.terminationStatus == 0 else { throw LogRefusal("the engine does not start again") }
    }

    /// Waits until the group has received all entries.
    private func groupHasAll(before end: ContinuousClock.Instant) async throws -> Bool {
        let all = Set(try await appended())
        while ContinuousClock.now < end {
            if all.isSubset(of: Journal.lines(journal("group"))) { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    /// Returns the numbers of all entries of the log, and checks their positions.
    private func appended() async throws -> [String] {
        let log = try LogAddress.open(address)
        var ids: [String] = []
        while true {
            let page = try await log.page(of: stream, after: UInt64(ids.count), limit: 1_000)
            if page.entries.isEmpty { return ids }
            for stored in page.entries {
                let next = UInt64(ids.count + 1)
                guard stored.position == next else { throw LogRefusal("a hole at \(next)") }
                ids.append(try JSONDecoder().decode(Ticket.self, from: Data(stored.entry.payload)).id)
            }
        }
    }

    /// Prints the row of the run, and returns what failed.
    private func report() async throws -> [String] {
        let written = Journal.lines(journal("w1")) + Journal.lines(journal("w2"))
        let posted = Set(written.filter { $0.hasPrefix("p ") }.map { $0.dropFirst(2) })
        let durable = Set(written.filter { $0.hasPrefix("d ") }.map { $0.dropFirst(2) })
        let log = try await appended()
        let stored = Set(log.map { $0[...] })
        let read = Journal.lines(journal("group"))
        let delivered = read.filter { $0.hasPrefix("w") }
        let distinct = Set(delivered.map { $0[...] })
        let twice = delivered.count - distinct.count
        let gaps = read.count { $0.hasPrefix("gap") }
        let dead = read.count { $0 == "dead" }
        let lost = durable.subtracting(stored)
        let lives = Journal.lines(journal("live")).split(separator: "begin")
        let liveCount = lives.reduce(0) { $0 + $1.count }
        let liveTwice = lives.reduce(0) { $0 + $1.count - Set($1).count }
        let numbers = [posted.count, durable.count, log.count, distinct.count, twice, gaps, dead, lost.count]
        let killed = kills.values.reduce(0, +)
        let engine = kills["engine", default: 0]
        let row = numbers.map { "\($0)" }.joined(separator: " ")
        print(number, "\(killed) (\(engine))", row, "|", liveCount, liveTwice)
        var failures: [String] = []
        func check(_ isTrue: Bool, _ text: String) { if !isTrue { failures.append("run \(number): \(text)") } }
        check(engineScript == nil || engine > 0, "the engine was not killed")
        check(killed >= 4, "only \(killed) processes were killed")
        check(lost.isEmpty, "\(lost.count) were durable, and are not in the log")
        check(stored.count == log.count, "\(log.count - stored.count) are in the log twice")
        check(stored.isSubset(of: posted), "the log has entries that were not posted")
        check(stored == distinct, "\(stored.subtracting(distinct).count) were not delivered")
        check(log.count == distinct.count + gaps + dead, "the sum of the group does not close")
        check(twice <= kills["group", default: 0] * Roles.batchSize, "\(twice) were delivered twice")
        check(durable.count >= count / 2 * 2, "only \(durable.count) were delivered for")
        check(liveTwice == 0, "\(liveTwice) were delivered twice to a live reader")
        return failures
    }
}
