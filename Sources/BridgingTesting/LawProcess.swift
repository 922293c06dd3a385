import SignalboxCore

/// A message of the laws.
struct Note: Codable, Sendable, Hashable {
    let author: String
    let number: Int
}

/// A message that is posted because of a note.
struct Reply: Codable, Sendable, Hashable {
    let author: String
    let number: Int
}

/// A process of the laws: centers, and a bridge over a connection of its own.
final class LawProcess: Sendable {
    let name: String
    let center: MessageCenter
    let states: ObserverCenter
    let log: FaultyLog
    let bridge: MessageBridge

    /// The errors that the centers reported.
    let errors = LawRecord<DeliveryFailure>()
    let deadLetters: LawRecord<RemoteDeadLetter>
    let gaps: LawRecord<RemoteGap>

    private let running = Protected<Task<Void, any Error>?>(nil)

    init(_ name: String, _ log: FaultyLog, _ options: BridgeOptions, _ clock: any Clock<Duration>, _ trace: Trace) {
        self.name = name
        self.log = log
        let errors = errors
        center = MessageCenter(name: name, trace: trace) { errors.append($0) }
        states = ObserverCenter(name: name, trace: trace) { errors.append($0) }
        deadLetters = LawRecord(center)
        gaps = LawRecord(center)
        bridge = MessageBridge(center, states: states, over: log, as: name, options: options, clock: clock)
    }

    /// Runs the bridge.
    func start() {
        running.withLock { $0 = Task { [bridge] in try await bridge.run() } }
    }

    /// Runs the bridge, and waits until it reads all its streams.
    func start(in scene: LawScene) async throws {
        start()
        try await scene.wait("\(name) reads") { bridge.status.incoming.allSatisfy(\.isReading) }
    }

    /// Cancels the bridge.
    func cancel() {
        running.withLock { $0 }?.cancel()
    }

    /// Cancels the bridge, and waits for its end.
    func stop() async throws {
        cancel()
        try await running.withLock { $0 }?.value
    }

    /// Ends the process without another word to the log.
    func kill() async throws {
        log.isCut = true
        try await stop()
    }

    /// Observes messages of a type.
    func record<Message: Sendable>(_ type: Message.Type = Message.self) -> LawRecord<Message> { LawRecord(center) }
}
