/// A log whose laws are checked: a way to connect to it, and its time.
public struct LogUnderTest: Sendable {
    /// The limits and intervals of the bridges.
    public var options: BridgeOptions

    /// The clock by which bridges pause, and by which leases end if the log has no clock of its own.
    public let clock: any Clock<Duration>

    /// Returns a connection, as another process would make it.
    public let connect: @Sendable () async throws -> any MessageLog

    /// Lets a short time pass.
    public let pass: @Sendable () async throws -> Void

    /// Removes a stream, as an operator would; `nil` if nothing of the log can be removed while it is used.
    public var remove: (@Sendable (StreamName) async throws -> Void)?

    /// The number of times that time passes before something that has to happen counts as missing.
    public var patience = 20_000

    /// Describes a log.
    ///
    /// - Parameters:
    ///   - options: The limits and intervals of the bridges. Short intervals make short tests.
    ///   - clock: The clock of the intervals and pauses of bridges, and of the leases of a log without a clock of its own.
    ///   - pass: Lets a short time pass: by a manual clock, or by sleeping for a millisecond.
    ///   - connect: Returns a connection. All connections are to one log, which may have streams of other tests.
    public init(
        options: BridgeOptions = BridgeOptions(), clock: any Clock<Duration> = ContinuousClock(),
        pass: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(1)) },
        connect: @escaping @Sendable () async throws -> any MessageLog
    ) {
        self.options = options
        self.clock = clock
        self.connect = connect
        self.pass = pass
    }
}
