import Bridging
import Foundation

/// One run of the check: two writers, a group of two readers, and a reader alone.
final class KillRun {
    static let heading = """
        run kills (of the engine, pauses) posted durable appended delivered twice (after one kill) gaps dead lost \
        | live reader: delivered twice
        """

    /// The processes, beside the engine.
    private static let names = ["g1", "g2", "live", "w1", "w2"]

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

    /// The next victims: each once, in an order by chance, before any of them again.
    private var victims: [String] = []

    /// The process of the group that is stopped, as by a debugger or a machine that is suspended, and the moment when it goes on.
    private var paused: (name: String, end: ContinuousClock.Instant)?

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
        for name in Self.names { try start(name) }
        let end = ContinuousClock.now + .seconds(300)
        var next = randomInterval()
        while ["w1", "w2"].contains(where: { !isDone($0) }) {
            guard ContinuousClock.now < end else { return ["run \(number): the writers did not end"] }
            try await Task.sleep(for: .milliseconds(5))
            goOn(at: .now)
            if written < next { continue }
            try killOne()
            next = written + randomInterval()
        }
        while let paused {
            try await Task.sleep(until: paused.end)
            goOn(at: .now)
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

    /// All that can be killed, or stopped for a while.
    private var allVictims: [String] { Self.names + ["pause"] + (engineScript == nil ? [] : ["engine"]) }

    /// Returns what the writers write until the next kill: at random, and so that a fast machine has as many kills as a slow one.
    ///
    /// The kills follow each other closely until each victim had its turn, also where the writers are done in seconds.
    private func randomInterval() -> Int {
        let isFirstTurn = allVictims.contains { kills[$0] == nil }
        // An entry has two lines of about 12 bytes.
        return Int.random(in: 1...max(1, count * 24 / (isFirstTurn ? 40 : 10)))
    }

    /// Returns the journal of a process; the two of the group have one.
    private func journal(_ name: String) -> URL {
        folder.appending(path: "\(name.hasPrefix("g") ? "group" : name).txt")
    }

    private func start(_ name: String) throws {
        let child = Process()
        child.executableURL = Bundle.main.executableURL
        let role = name.hasPrefix("w") ? "write" : name.hasPrefix("g") ? "group" : "live"
        child.arguments = ["role", role, address, name, journal(name).path, "\(count / 2)", stream.text]
        try child.run()
        children[name] = child
    }

    private func isDone(_ name: String) -> Bool {
        guard let child = children[name], !child.isRunning else { return false }
        return child.terminationReason == .exit && child.terminationStatus == 0
    }

    /// Kills the next victim and starts it again, or stops it for a while.
    private func killOne() throws {
        if victims.allSatisfy({ $0 == paused?.name }) { victims += nextTurn() }
        // The process that is stopped is killed later.
        guard let index = victims.firstIndex(where: { $0 != paused?.name }) else { return }
        let name = victims.remove(at: index)
        switch name {
        case "engine": try killEngine()
        case "pause": try pauseOne()
        default: try killProcess(name)
        }
    }

    /// Returns all victims in an order by chance, with the stop at the end, since a process that is stopped cannot be killed for a while.
    private func nextTurn() -> [String] {
        allVictims.filter { $0 != "pause" }.shuffled() + ["pause"]
    }

    /// Notes in the journal of the group that something is killed or stopped, after which the group may repeat a batch.
    private func noteKill() throws {
        try Journal(journal("g1")).write("kill")
    }

    private func killProcess(_ name: String) throws {
        guard !isDone(name), let child = children[name] else { return }
        if name.hasPrefix("g") { try noteKill() }
        if child.isRunning { kill(child.processIdentifier, SIGKILL) }
        child.waitUntilExit()
        kills[name, default: 0] += 1
        try start(name)
    }

    /// Stops a process of the group for two leases, so that the other one takes over.
    private func pauseOne() throws {
        guard paused == nil, let name = ["g1", "g2"].randomElement(), let child = children[name] else { return }
        try noteKill()
        kill(child.processIdentifier, SIGSTOP)
        paused = (name, .now + Roles.lease * 2)
        kills["pause", default: 0] += 1
    }

    /// Lets the process go on that was stopped, if its time has come.
    private func goOn(at now: ContinuousClock.Instant) {
        guard let paused, paused.end <= now, let child = children[paused.name] else { return }
        kill(child.processIdentifier, SIGCONT)
        self.paused = nil
    }

    private func killEngine() throws {
        // It takes seconds to start again.
        guard let engineScript, kills["engine", default: 0] < 3 else { return }
        try waitForEngine()
        try noteKill()
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
        let result = KillResult(
            written: Journal.lines(journal("w1")) + Journal.lines(journal("w2")), appended: try await appended(),
            group: Journal.lines(journal("g1")), live: Journal.lines(journal("live")))
        let killed = kills.values.reduce(0, +)
        let engine = kills["engine", default: 0]
        let pauses = kills["pause", default: 0]
        print(number, "\(killed) (\(engine), \(pauses))", result.row)
        var failures = result.failures(of: count / 2 * 2, batchSize: Roles.batchSize)
        for name in allVictims where kills[name] == nil {
            failures.append("\(name) was not killed")
        }
        return failures.map { "run \(number): \($0)" }
    }
}
