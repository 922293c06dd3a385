import SignalboxCore

/// A connection to a log that loses, doubles and delays calls, and that a test can cut: for tests of an app and of logs.
public final class FaultyLog: MessageLog {
    private struct State: Sendable {
        var calls = 0
        var isCut = false
    }

    private let log: any MessageLog
    private let faults: LogFaults
    private let state = Protected(State())

    /// Creates a connection to a log.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - faults: The faults. By default, it only has those that the test makes by `isCut`.
    public init(_ log: any MessageLog, _ faults: LogFaults = LogFaults(seed: 0, rate: 0)) {
        self.log = log
        self.faults = faults
    }

    /// A Boolean value that indicates whether the engine cannot be reached: each call throws.
    public var isCut: Bool {
        get { state.withLock { $0.isCut } }
        set { state.withLock { $0.isCut = newValue } }
    }

    /// The number of calls so far.
    public var calls: Int { state.withLock { $0.calls } }

    /// Appends entries to a stream.
    public func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        try await call { try await self.log.append(entries, to: stream) }
    }

    /// Returns entries of a stream.
    ///
    /// A doubled page has its entries twice.
    public func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        let fault = try await begin()
        var page = try await log.page(of: stream, after: position, limit: limit)
        try end(fault)
        if fault == .doubled { page.entries += page.entries }
        return page
    }

    /// Returns the changes of the log.
    public func changes() -> AsyncStream<Void> { log.changes() }

    /// Takes the cursor of a group.
    public func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        let fault = try await begin()
        let cursor = try await log.cursor(of: group, in: stream, for: reader, lease: lease)
        try end(fault)
        return cursor.map { FaultyCursor(log: self, cursor: $0) }
    }

    /// Removes the oldest entries of a stream.
    public func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        try await call { try await self.log.trim(stream, keeping: retention) }
    }

    /// Makes a call, with the fault that it has.
    fileprivate func call(_ body: @Sendable () async throws -> Void) async throws {
        let fault = try await begin()
        try await body()
        if fault == .doubled { try await body() }
        try end(fault)
    }

    /// Begins a call.
    ///
    /// If the fault is a delay, other tasks run first.
    ///
    /// - Returns: The fault of the call.
    /// - Throws: `LogFaultError` if the call is lost.
    private func begin() async throws -> LogFaults.Fault? {
        let fault = state.withLock { state in
            defer { state.calls += 1 }
            return state.isCut ? .lost : faults.fault(of: state.calls)
        }
        if fault == .lost { throw LogFaultError() }
        if fault == .delayed {
            for _ in 0..<8 { await Task.yield() }
        }
        return fault
    }

    /// Ends a call.
    ///
    /// - Throws: `LogFaultError` if its answer is lost.
    private func end(_ fault: LogFaults.Fault?) throws {
        if fault == .answerLost { throw LogFaultError() }
    }
}

/// A cursor of a log with faults.
private struct FaultyCursor: LogCursor {
    let log: FaultyLog
    let cursor: any LogCursor

    var position: UInt64 { cursor.position }
    var identity: String? { cursor.identity }

    func renew() async throws {
        try await log.call { try await cursor.renew() }
    }

    func store(_ position: UInt64) async throws {
        try await log.call { try await cursor.store(position) }
    }

    func store(_ position: UInt64, in identity: String?) async throws {
        try await log.call { try await cursor.store(position, in: identity) }
    }

    func release() async throws {
        try await log.call { try await cursor.release() }
    }
}

/// The faults of a connection to a log, chosen by a seed.
public struct LogFaults: Sendable, Hashable {
    /// The fault of one call.
    public enum Fault: Sendable, Hashable {
        /// The call does nothing, and throws.
        case lost
        /// The call does its work, and throws: the answer is lost.
        case answerLost
        /// The call does its work twice. A page has its entries twice.
        case doubled
        /// The call is late: other tasks go first.
        case delayed
    }

    /// The seed.
    ///
    /// The faults of two connections with one seed are the same, call for call.
    public var seed: UInt64

    /// The share of calls with a fault, from 0 to 1.
    public var rate = 0.25

    /// The number of calls after which the connection is cut for good; `nil` if it never is.
    public var callsBeforeCut: Int?

    /// Creates faults.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - rate: The share of calls with a fault, from 0 to 1.
    ///   - callsBeforeCut: The number of calls after which the connection is cut for good; `nil` if it never is.
    public init(seed: UInt64, rate: Double = 0.25, callsBeforeCut: Int? = nil) {
        self.seed = seed
        self.rate = rate
        self.callsBeforeCut = callsBeforeCut
    }

    /// Returns the fault of a call.
    ///
    /// - Parameter call: The number of the call, from 0.
    /// - Returns: The fault, if it has one.
    public func fault(of call: Int) -> Fault? {
        if let callsBeforeCut, call >= callsBeforeCut { return .lost }
        let number = Self.mix(seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(call))
        guard Double(number >> 11) * 0x1p-53 < rate else { return nil }
        switch number & 3 {
        case 0: return .lost
        case 1: return .answerLost
        case 2: return .doubled
        default: return .delayed
        }
    }

    /// Returns a number that looks random (SplitMix64).
    private static func mix(_ seed: UInt64) -> UInt64 {
        var number = seed &+ 0x9e37_79b9_7f4a_7c15
        number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
        number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
        return number ^ (number >> 31)
    }
}

/// The error of a call that a `FaultyLog` let fail.
public struct LogFaultError: Error, Hashable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// One line for developers.
    public var description: String { "the connection to the log was lost" }
}
