import AllocationCounter
import DispatchersTesting
import Testing

@testable import Bridging

@Suite(.timeLimit(.minutes(10)))
struct BridgeTests {
    struct Note: Codable, Sendable, Equatable {
        var text = ""
    }

    let center = MessageCenter()
    let log = LoopbackLog()

    @Test(arguments: ["", "Orders", "a b", "é", "a/b", String(repeating: "a", count: 65)])
    func refusesNames(_ text: String) {
        let stream = #expect(throws: LogNameError.self) { _ = try StreamName(text) }
        let group = #expect(throws: LogNameError.self) { _ = try GroupName(text) }
        #expect(stream?.text == text && group == stream)
    }

    @Test(arguments: ["a", "az09._-", String(repeating: "a", count: 64)])
    func acceptsNames(_ text: String) throws {
        #expect(try StreamName(text).text == text)
        #expect(try GroupName(text).text == text)
    }

    @Test func refusesDeclarationsThatContradict() throws {
        let bridge = MessageBridge(center, over: log, as: "a")
        try bridge.carry(Note.self, as: "notes", .outgoing)
        try bridge.carry(Note.self, as: "notes", .incoming)
        expect(.alreadyDeclared) { try bridge.carry(Note.self, as: "others", .outgoing) }
        expect(.alreadyDeclared) { try bridge.carry(Int.self, as: "notes", .outgoing) }
        expect(.alreadyDeclared) { try bridge.carry(Int.self, as: "notes", .incoming) }
        expect(.sendingGroup) { try bridge.carry(Int.self, as: "numbers", group: "g") }
        expect(.noStates) { try bridge.share(StateKey("a", default: 0), as: "a") }
    }

    @Test func aRefusedDeclarationDeclaresNothing() throws {
        let bridge = MessageBridge(center, states: ObserverCenter(), over: log, as: "a")
        try bridge.carry(Note.self, as: "notes", .incoming)
        expect(.alreadyDeclared) { try bridge.carry(Note.self, as: "notes") }
        expect(.alreadyDeclared) { try bridge.share(StateKey("a", default: 0), as: "notes") }
        #expect(bridge.status.outgoing.isEmpty)
        try bridge.carry(Note.self, as: "notes", .outgoing)
        center.post(Note())
        #expect(bridge.status.outgoing[0].posted == 1)
    }

    private func expect(_ reason: BridgeError.Reason, _ body: () throws -> Void) {
        let error = #expect(throws: BridgeError.self, performing: body)
        #expect(error?.reason == reason)
    }

    @Test func carriesNothingBetweenStatesAndCentersThatAreNotDeclared() throws {
        let before = center.observations.count
        let bridge = MessageBridge(center, over: log, as: "a")
        #expect(center.observations.count == before)
        try bridge.carry(Note.self, as: "notes", .incoming)
        #expect(center.observations.count == before)
        try bridge.carry(Int.self, as: "numbers", .outgoing)
        #expect(center.observations.map(\.what) == ["Int", "Int"])
    }

    class Shape: Codable, @unchecked Sendable {}
    final class Circle: Shape, @unchecked Sendable {}

    @Test func messagesOfSubclassesAreNotCarried() throws {
        let bridge = MessageBridge(center, over: log, as: "a")
        try bridge.carry(Shape.self, as: "shapes", .outgoing)
        center.post(Circle())
        #expect(bridge.status.outgoing[0].posted == 0)
        center.post(Shape())
        #expect(bridge.status.outgoing[0].posted == 1)
        let hidden: Shape = Circle()
        center.post(hidden)
        #expect(bridge.status.outgoing[0].posted == 1)
    }

    @Test func refusesToDeliverWhatIsNotSent() async throws {
        let bridge = MessageBridge(center, over: log, as: "a")
        let error = await #expect(throws: BridgeError.self) { try await bridge.deliver(Note()) }
        #expect(error?.reason == .notSent)
        try bridge.carry(Note.self, as: "notes")
        let statement = #expect(throws: BridgeError.self) { _ = try bridge.statement(for: Note()) }
        #expect(statement?.reason == .noTransactions)
    }

    @Test func aPostThatNothingObservesHereIsNoDeadLetter() throws {
        let letters = Recording<String>()
        let center = MessageCenter(onDeadLetter: { letters.append($0.what) })
        let bridge = MessageBridge(center, over: log, as: "a")
        try bridge.carry(Note.self, as: "notes", .outgoing)
        center.post(Note())
        center.post(7)
        #expect(letters.values == ["Int"])
        #expect(bridge.status.outgoing[0].pending == 1)
    }

    @Test func aCancelledDeliveryDoesNotWaitForTheLog() async throws {
        let bridge = MessageBridge(center, over: log, as: "a")
        try bridge.carry(Note.self, as: "notes", .outgoing)
        let delivery = Task { try await bridge.deliver(Note()) }
        await wait { bridge.status.outgoing[0].pending > 0 }
        delivery.cancel()
        await #expect(throws: CancellationError.self) { try await result(of: delivery)?.get() }
    }

    @Test func aDeliveryInACancelledTaskAppendsNothing() async throws {
        let bridge = MessageBridge(center, over: log, as: "a")
        try bridge.carry(Note.self, as: "notes", .outgoing)
        let delivery = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await bridge.deliver(Note())
        }
        await #expect(throws: CancellationError.self) { try await result(of: delivery)?.get() }
        #expect(bridge.status.outgoing[0].posted == 0)
    }

    @Test func aCancelledDeliveryIsPostedHereWhenItIsAppended() async throws {
        let bridge = MessageBridge(center, over: log, as: "a")
        try bridge.carry(Note.self, as: "notes")
        let notes = Recording<Note>()
        let token = center.observe(Note.self) { notes.append($0) }
        let delivery = Task { try await bridge.deliver(Note(text: "x")) }
        await wait { bridge.status.outgoing[0].pending > 0 }
        delivery.cancel()
        await #expect(throws: CancellationError.self) { try await result(of: delivery)?.get() }
        #expect(notes.values.isEmpty)
        let running = Task { try await bridge.run() }
        await wait { bridge.status.outgoing[0].appended > 0 }
        try await end(running)
        token.cancel()
        #expect(notes.values == [Note(text: "x")])
    }

    @Test func deliverPostsHereOnceAndSendsOnce() async throws {
        let bridge = MessageBridge(center, over: log, as: "a")
        try bridge.carry(Note.self, as: "notes")
        let notes = Recording<Note>()
        let token = center.observe(Note.self) { notes.append($0) }
        let running = Task { try await bridge.run() }
        try await bridge.deliver(Note(text: "x"))
        #expect(notes.values == [Note(text: "x")])
        try await end(running)
        token.cancel()
        let page = try await log.page(of: "notes", after: 0, limit: 10)
        #expect(page.last == 1)
        let again = await #expect(throws: BridgeError.self) { try await bridge.run() }
        #expect(again?.reason == .alreadyRun)
        let late = await #expect(throws: BridgeError.self) { try await bridge.deliver(Note()) }
        #expect(late?.reason == .stopped)
    }

    @Test func anEntryIsReadFromItsBytes() {
        let entry = LogEntry(
            sender: "a", number: .max, type: "t", version: -1, depth: 3, traceparent: "00-x", payload: [0, 10, 10, 255])
        #expect(LogEntry(bytes: entry.bytes) == entry)
        for count in 0..<(entry.bytes.count - 4) {
            #expect(LogEntry(bytes: Array(entry.bytes.prefix(count))) == nil)
        }
    }

    @Test(arguments: ["\0", "\u{1B}", "\u{85}", "\r"])
    func bytesWithControlCharactersInATextAreNoEntry(_ text: String) {
        let written = LogEntry(sender: "a\(text)b", number: 1, type: "t", payload: [])
        #expect(LogEntry(bytes: written.bytes)?.sender == "ab")
        let bytes = Array("signalbox 1\na\(text)b\n1\nt\n1\n0\n\n\n".utf8)
        #expect(LogEntry(bytes: bytes) == nil)
    }

    @Test func anOriginNamesTheSetThatIsDelivered() {
        let states = ObserverCenter()
        let key = StateKey("volume", default: 0)
        let lines = Recording<Int>()
        let token = states.observe(key, options: .skipsCurrent) { _ in
            lines.append(states.origin.last?.location.line ?? 0)
        }
        states.set(key, to: 1)
        let line = #line - 1
        #expect(lines.values == [line])
        #expect(states.origin.isEmpty)
        token.cancel()
    }
}

/// B12: what a bridge does not carry costs what it did.
@Suite(.enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct CarryingCostTests {
    struct Carried: Codable, Sendable {
        var text = ""
    }

    struct Other: Sendable {
        var words = (1, 2, 3, 4)
    }

    private func allocations(of work: () -> Void) -> Int {
        work()
        let before = allocationsOfThisThread()
        for _ in 0..<100 { work() }
        return allocationsOfThisThread() - before
    }

    @Test func aPostOfATypeThatIsNotCarriedAllocatesNothing() throws {
        let center = MessageCenter()
        let bridge = MessageBridge(center, over: LoopbackLog(), as: "a")
        try bridge.carry(Carried.self, as: "carried")
        let token = center.observe(Other.self) { _ in }
        #expect(allocations { center.post(Other()) } == 0)
        // The counter counts: a carried message is encoded.
        #expect(allocations { center.post(Carried()) } >= 100)
        token.cancel()
    }
}

struct StatusTests {
    @Test func whatWasReadIsWhatBecameOfIt() {
        let parts: [WritableKeyPath<IncomingStatus, UInt64>] = [
            \.delivered, \.deadLetters, \.missed, \.own, \.doubles, \.elsewhere,
        ]
        var status = IncomingStatus(stream: "a", group: nil)
        status.start = 5
        status.position = 5
        for part in parts {
            #expect(status.isBalanced)
            status.position += 1
            #expect(!status.isBalanced)
            status[keyPath: part] += 1
        }
        #expect(status.isBalanced)
        // The reader went back by two, and reads them again.
        status.position -= 2
        #expect(!status.isBalanced)
        status.repeated += 2
        #expect(status.isBalanced)
    }

    @Test func whatWasPostedIsWhatBecameOfIt() {
        let parts: [WritableKeyPath<OutgoingStatus, UInt64>] = [\.appended, \.pending, \.refused, \.replaced]
        var status = OutgoingStatus(stream: "a", posted: 0, appended: 0, pending: 0, refused: 0, replaced: 0)
        for part in parts {
            #expect(status.isBalanced)
            status.posted += 1
            #expect(!status.isBalanced)
            status[keyPath: part] += 1
        }
        #expect(status.isBalanced)
    }
}
