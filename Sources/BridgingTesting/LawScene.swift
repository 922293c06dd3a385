import SignalboxCore
import Synchronization

/// One check of a law: its log, its seed, and names that no other check has.
struct LawScene: Sendable {
    let law: LogLaw
    let log: LogUnderTest
    let seed: UInt64

    /// The number of passes after which all tasks that can run have to have run: few of those that a lease takes.
    private static let passesOfARound = 64

    private let passes = PassCount()

    /// The stream, and a second one.
    let stream: StreamName
    let otherStream: StreamName

    init(_ law: LogLaw, _ log: LogUnderTest, seed: UInt64) {
        self.law = law
        self.log = log
        self.seed = seed
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        stream = LawScene.name("law-\(number)")
        otherStream = LawScene.name("law-\(number)-other")
    }

    private static func name(_ text: String) -> StreamName {
        do { return try StreamName(text) } catch { preconditionFailure("\(error)") }
    }

    /// Throws unless a condition holds.
    func expect(_ isTrue: Bool, _ explanation: @autoclosure () -> String) throws(LogLawViolation) {
        guard isTrue else { throw LogLawViolation(law: law, seed: seed, explanation: explanation()) }
    }

    /// Lets a short time pass, and again and again waits for the tasks that can run.
    ///
    /// The time of a manual clock would otherwise run ahead of them on a machine under load, and end leases.
    func pass() async throws {
        if passes.next() % Self.passesOfARound == 0 { await TaskPool.settle() }
        try await log.pass()
    }

    /// Lets time pass until a condition holds.
    func wait(_ explanation: @autoclosure () -> String, until isTrue: () async throws -> Bool) async throws {
        var rest = log.patience
        while try await !isTrue() {
            rest -= 1
            try expect(rest > 0, "never happened: \(explanation())")
            try await pass()
        }
    }

    /// Lets time pass until a body has returned.
    func finish(_ what: String, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let result = Protected<Result<Void, any Error>?>(nil)
        let task = Task {
            do {
                try await body()
                result.withLock { $0 = .success(()) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
        }
        try await wait("\(what) has returned") { result.withLock { $0 } != nil }
        await task.value
        try result.withLock { $0 }?.get()
    }

    /// Faults that are chosen by the seed and a number.
    func faults(_ number: UInt64, rate: Double = 0.25) -> LogFaults {
        LogFaults(seed: seed &* 1_000 &+ number, rate: rate)
    }

    /// Returns a connection for the calls of a law itself.
    func connect() async throws -> any MessageLog { PatientLog(log: try await log.connect()) }

    /// Returns a process with a connection of its own.
    func process(
        _ name: String, _ faults: LogFaults = LogFaults(seed: 0, rate: 0), _ options: BridgeOptions? = nil,
        trace: Trace = Trace()
    ) async throws -> LawProcess {
        let faulty = FaultyLog(try await log.connect(), faults)
        return LawProcess(name, faulty, options ?? log.options, log.clock, trace)
    }

    /// Stops processes, one after the other.
    func stop(_ processes: LawProcess...) async throws {
        for process in processes { try await finish("run of \(process.name)") { try await process.stop() } }
    }

    /// All entries of the stream, read without faults.
    func entries() async throws -> [StoredEntry] {
        let log = try await connect()
        var entries: [StoredEntry] = []
        while true {
            let page = try await log.page(of: stream, after: entries.last?.position ?? 0, limit: 100)
            if page.entries.isEmpty { return entries }
            entries += page.entries
        }
    }

    /// Appends entries without faults.
    func append(_ entries: [LogEntry]) async throws {
        try await connect().append(entries, to: stream)
    }

    /// Returns an entry of a note.
    func entry(_ number: UInt64, from sender: String = "writer") -> LogEntry {
        let payload = Array(#"{"author":"\#(sender)","number":\#(number)}"#.utf8)
        return LogEntry(sender: sender, number: number, type: stream.text, payload: payload)
    }
}

/// The number of times that time has passed in a check.
private final class PassCount: Sendable {
    private let count = Atomic(0)

    /// Adds one.
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
