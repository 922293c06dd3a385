import DispatchersTesting
import Testing

@testable import Bridging

/// Entries that a log has twice, and values that a center refuses.
@Suite(.timeLimit(.minutes(10)))
struct EntryReceiverTests {
    struct Note: Codable, Sendable, Equatable {
        var text = ""
    }

    let center = MessageCenter { _ in }
    let states = ObserverCenter { _ in }
    let key = StateKey("sale", default: "none")
    let machine = SharedState()

    private func stored(_ position: UInt64, _ number: UInt64, _ payload: String, of sender: String = "w") -> StoredEntry
    {
        let entry = LogEntry(sender: sender, number: number, type: "notes", payload: Array(payload.utf8))
        return StoredEntry(position: position, entry: entry)
    }

    private func messageReceiver() -> MessageReceiver<Note> {
        var versions = MessageVersions<Note>()
        versions.accept(Note.self, version: 1) { $0 }
        return MessageReceiver(
            "notes", center, versions, BridgeOptions(), ownSender: "own", ownObserverCount: { 0 })
    }

    private func stateReceiver() -> StateReceiver<String> {
        var versions = MessageVersions<String>()
        versions.accept(String.self, version: 1) { $0 }
        let lane = OutgoingLane(
            "notes", version: 1, keepsLast: true, from: "own", BridgeOptions(), onRefusal: { _, _ in },
            onAbandoning: { _ in })
        return StateReceiver(
            stream: "notes", key: key, states: states, center: center, versions: versions, options: BridgeOptions(),
            ownSender: "own", lane: lane, machine: machine)
    }

    @Test func aMessageThatTheLogHasTwiceIsPostedOnce() async throws {
        let notes = center.record(Note.self)
        let receiver = messageReceiver()
        var results = [try await receiver.receive(stored(1, 1, #"{"text":"a"}"#))]
        results.append(try await receiver.receive(stored(2, 2, #"{"text":"b"}"#)))
        results.append(try await receiver.receive(stored(3, 1, #"{"text":"a"}"#)))
        results.append(try await receiver.receive(stored(4, 3, #"{"text":"c"}"#)))
        #expect(results == [.delivered, .delivered, .double, .delivered])
        #expect(notes.values.map(\.text) == ["a", "b", "c"])
    }

    @Test(arguments: ["app+", "+"]) func entriesWithoutAGrowingNumberAreNoDoubles(_ sender: String) async throws {
        let letters = center.record(RemoteDeadLetter.self)
        let receiver = messageReceiver()
        var results = [try await receiver.receive(stored(1, 9, #"{"text":"a"}"#, of: sender))]
        results.append(try await receiver.receive(stored(2, 1, #"{"text":"b"}"#, of: sender)))
        results.append(try await receiver.receive(stored(3, 0, "garbage", of: sender)))
        results.append(try await receiver.receive(stored(4, 0, "garbage", of: sender)))
        #expect(results == [.delivered, .delivered, .deadLetter, .deadLetter])
        #expect(letters.values.map(\.position) == [3, 4])
    }

    @Test func aDeadLetterHasShortTexts() async throws {
        struct LongError: Error, CustomStringConvertible {
            let description = String(repeating: "e", count: 600)
        }
        let letters = center.record(RemoteDeadLetter.self)
        let token = center.observe(Note.self) { _ throws in throw LongError() }
        let sender = String(repeating: "s", count: 100)
        _ = try await messageReceiver().receive(stored(1, 1, #"{"text":"a"}"#, of: sender))
        token.cancel()
        #expect(letters.values.map(\.sender) == [String(repeating: "s", count: 80)])
        #expect(letters.values.map(\.reason) == [.failed([String(repeating: "e", count: 500)])])
    }

    @Test func aMessageThatIsDroppedInACancelledTaskIsReceivedAgain() async throws {
        let sequence = center.messages(of: Note.self, buffer: .dropNewest(beyond: 1))
        let receiver = messageReceiver()
        #expect(try await receiver.receive(stored(1, 1, #"{"text":"a"}"#)) == .delivered)
        let message = stored(2, 2, #"{"text":"b"}"#)
        let interrupted = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await receiver.receive(message)
        }
        await #expect(throws: CancellationError.self) { try await result(of: interrupted)?.get() }
        #expect(try await receiver.receive(message) == .deadLetter)
        withExtendedLifetime(sequence) {}
    }

    @Test func aMessageThatAClosedCenterRefusesIsReceivedAgain() async throws {
        let receiver = messageReceiver()
        center.close()
        for _ in 1...2 {
            await #expect(throws: BridgeError.self) { _ = try await receiver.receive(stored(1, 1, #"{"text":"a"}"#)) }
        }
    }

    @Test func aValueThatTheLogHasTwiceIsSetAgain() async throws {
        let clock = ManualClock()
        let log = HookedLog()
        try await log.append([value("a", 1, of: "w")], to: "sale")
        let bridge = MessageBridge(center, states: states, over: log, as: "r", clock: clock)
        try bridge.share(key, as: "sale")
        let running = Task { try await bridge.run() }
        await wait(clock) { bridge.status.incoming[0].position == 1 }
        try await log.append([value("b", 1, of: "v")], to: "sale")
        await wait(clock) { bridge.status.incoming[0].position == 2 }
        #expect(states[key] == "b")
        // An engine that has forgotten the sender appends its entry again.
        let forgetful = LoopbackLog()
        let others = [value("x", 1, of: "x"), value("y", 1, of: "y")]
        try await forgetful.append(others + [value("a", 1, of: "w")], to: "sale")
        log.log = forgetful
        await wait(clock) { bridge.status.incoming[0].position == 3 }
        #expect(states[key] == "a")
        try await end(running)
    }

    private func value(_ text: String, _ number: UInt64, of sender: String) -> LogEntry {
        LogEntry(sender: sender, number: number, type: "sale", payload: Array("\"\(text)\"".utf8))
    }

    @Test func anIgnoredValueThatACenterRefusesIsSetLater() async throws {
        let receiver = stateReceiver()
        machine.withLock { $0.send(1) }
        #expect(try await receiver.receive(stored(1, 1, #""summer""#)) == .own)
        machine.withLock { $0.lose(1) }
        states.close()
        for _ in 1...2 { #expect(throws: BridgeError.self) { try receiver.endLastPage() } }
    }
}

struct SenderNumbersTests {
    private func entry(_ sender: Int, _ number: UInt64 = 1) -> LogEntry {
        LogEntry(sender: "\(sender)", number: number, type: "t", payload: [])
    }

    @Test func theLatestSendersAreRememberedAndOlderOnesForgotten() {
        var numbers = SenderNumbers()
        let size = SenderNumbers.generationSize
        let forgottenEarly = (0..<(4 * size)).filter { sender in
            numbers.receive(entry(sender))
            let oldest = max(0, sender - size + 1)
            return !numbers.hasReceived(entry(oldest))
        }
        #expect(forgottenEarly.isEmpty)
        let count = (0..<(4 * size)).filter { numbers.hasReceived(entry($0)) }.count
        #expect(count <= 2 * size + 1)
    }

    @Test func theLastNumberCountsAlsoIfAnOlderGenerationHasAnother() {
        var numbers = SenderNumbers()
        for sender in 0...SenderNumbers.generationSize { numbers.receive(entry(sender)) }
        numbers.receive(entry(0, 2))
        #expect(numbers.hasReceived(entry(0, 2)))
        #expect(!numbers.hasReceived(entry(0, 3)))
    }

    @Test(arguments: [(128, true), (129, false)])
    func aSenderWithALongNameIsNotRemembered(_ size: Int, _ isRemembered: Bool) {
        var numbers = SenderNumbers()
        let entry = LogEntry(sender: String(repeating: "x", count: size), number: 1, type: "t", payload: [])
        numbers.receive(entry)
        #expect(numbers.hasReceived(entry) == isRemembered)
    }
}
