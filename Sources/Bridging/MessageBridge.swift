import SignalboxCore

/// A bridge between the centers of this process and a log that other processes use, too.
///
/// Messages of the types that it carries are appended to the log, and those that other processes have appended are posted here. Modules
/// that post and observe do not know the bridge.
///
/// ```swift
/// let bridge = MessageBridge(center, states: states, over: log, as: "shop-2")
/// try bridge.carry(PriceChanged.self, as: "price")
/// try bridge.share(.sale, as: "sale")
/// try await bridge.run()
/// ```
///
/// Declare streams before `run`. A stream is sent from its declaration on: its messages wait in a bounded queue until `run` appends
/// them. Messages that came in by a bridge leave by none; messages that are posted because of them do. Messages of one stream are
/// delivered in the order of the log, and those of one thread are appended in the order of its posts.
///
/// All of it can be used from any thread.
public final class MessageBridge: Sendable {
    let center: MessageCenter
    let states: ObserverCenter?
    let log: any MessageLog
    let options: BridgeOptions
    let time: Timekeeper

    /// The identity of this run of the process in entries.
    let sender: String

    /// The source locations of what this bridge posts.
    let origin = RemoteOrigin()

    let declarations = Protected(BridgeDeclarations())
    let changes = Signal()

    /// Creates a bridge that carries nothing.
    ///
    /// - Parameters:
    ///   - center: The center whose messages are carried. It is retained.
    ///   - states: The center whose states are shared. It is retained.
    ///   - log: The log.
    ///   - name: The name of the process in entries, dead letters and cursors. It need not be unique. Characters that the name of a stream
    ///     cannot have are replaced.
    ///   - options: The limits and intervals.
    ///   - clock: The clock for intervals and leases.
    public init(
        _ center: MessageCenter, states: ObserverCenter? = nil, over log: any MessageLog, as name: String,
        options: BridgeOptions = BridgeOptions(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.center = center
        self.states = states
        self.log = log
        self.options = options
        time = Timekeeper(clock)
        let characters = name.utf8.prefix(40).map { LogNameError.isAllowed($0) ? $0 : UInt8(ascii: "-") }
        let run = UInt64.random(in: .min ... .max)
        sender = String(decoding: characters, as: UTF8.self) + "." + String(run, radix: 16)
    }

    /// The numbers of all streams.
    public var status: BridgeStatus {
        let (outgoing, incoming, isRunning) = declarations.withLock { declarations in
            (declarations.outgoing, declarations.incoming, declarations.phase == .running)
        }
        return BridgeStatus(
            outgoing: outgoing.map(\.status), incoming: incoming.map(\.status), isRunning: isRunning)
    }
}
