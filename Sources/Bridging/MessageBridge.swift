import SignalboxCore

// The files of this module, in the order of a message:
//
// 1. `MessageBridge`: which streams a bridge has. `MessageBridge+Carrying`, `MessageBridge+Sharing`: how messages and states are
//    declared and observed. `MessageBridge+Delivering`: how a caller waits until a message is in the log.
// 2. `MessageVersions`: how a message is encoded and decoded.
// 3. `Outgoing`: how an entry waits, and is appended to the log. `Logs`: what a log promises. `Loopback`: logs for tests.
// 4. `Incoming`: how an entry is read, and posted here. `SharedStateMachine`: which value of a state counts.
//
// `MessageBridge+Running` begins and ends the tasks of a bridge, which wait as `Signal` has it. `RemoteOrigin` marks what came from
// another process. `BridgeStatus` has the numbers, `RemoteDeadLetter` the reports.

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

/// The way of a message over a bridge.
public enum BridgeDirection: Sendable, Hashable {
    /// Posts of this process are appended to the log, and those of other processes are posted here.
    case both
    /// Posts of other processes are posted here.
    case incoming
    /// Posts of this process are appended to the log.
    case outgoing
}

/// The streams that a bridge sends and reads.
struct BridgeDeclarations: Sendable {
    /// The time at which a bridge is in its life.
    enum Phase: Sendable {
        case declaring
        case running
        case ended
    }

    private(set) var phase = Phase.declaring
    private(set) var outgoing: [OutgoingLane] = []
    private(set) var incoming: [IncomingLane] = []

    /// The types that are sent, by their identity.
    private(set) var sentTypes: [ObjectIdentifier: SentType] = [:]

    /// The taps and observers of what is sent.
    ///
    /// They stay when the bridge has run: what they receive then is refused and reported.
    private var registrations: [Registration] = []

    /// Adds a stream that this process sends.
    mutating func declareOutgoing(_ lane: OutgoingLane) throws(BridgeError) {
        guard phase == .declaring else { throw BridgeError(.alreadyRun, lane.stream) }
        guard !outgoing.contains(where: { $0.stream == lane.stream }) else {
            throw BridgeError(.alreadyDeclared, lane.stream)
        }
        outgoing.append(lane)
    }

    /// Adds a type whose messages this process sends.
    mutating func declareOutgoing(_ type: any Any.Type, _ sentType: SentType) throws(BridgeError) {
        guard sentTypes[ObjectIdentifier(type)] == nil else { throw BridgeError(.alreadyDeclared, "\(type)") }
        try declareOutgoing(sentType.lane)
        sentTypes[ObjectIdentifier(type)] = sentType
    }

    /// Adds a stream that this process reads.
    mutating func declareIncoming(_ lane: IncomingLane) throws(BridgeError) {
        guard phase == .declaring else { throw BridgeError(.alreadyRun, lane.stream) }
        guard !incoming.contains(where: { $0.stream == lane.stream && $0.group == lane.group }) else {
            throw BridgeError(.alreadyDeclared, lane.stream)
        }
        incoming.append(lane)
    }

    /// Retains the tokens of the taps and observers of a stream.
    mutating func retain(_ new: [Registration]) {
        registrations += new
    }

    /// Begins to run.
    mutating func begin() throws(BridgeError) {
        guard phase == .declaring else { throw BridgeError(.alreadyRun, "run") }
        phase = .running
    }

    /// Notes that the bridge sends nothing any more.
    mutating func end() {
        phase = .ended
    }
}
