import SignalboxCore

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
