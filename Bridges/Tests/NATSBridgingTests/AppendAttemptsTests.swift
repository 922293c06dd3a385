import Bridging
import Testing

@testable import NATSBridging

struct AppendAttemptsTests {
    private var attempts = AppendAttempts()
    private let start = ContinuousClock.now

    private mutating func begin(_ sender: String, through last: UInt64) -> UInt64 {
        attempts.begin(sender, through: last, in: "a", at: start).position
    }

    @Test mutating func theFirstAttemptIsRememberedUntilOneSucceeds() {
        attempts.note(3, of: "a")
        var positions = [begin("x", through: 2)]
        attempts.note(5, of: "a")
        positions += [begin("x", through: 2), begin("y", through: 1)]
        #expect(positions == [3, 3, 5])
        attempts.end("x", through: 2, in: "a")
        attempts.note(8, of: "a")
        positions = [begin("x", through: 3), begin("y", through: 1)]
        #expect(positions == [8, 5])
    }

    @Test mutating func anAttemptWhoseFirstEntriesAreRepeatedIsRemembered() {
        attempts.note(3, of: "a")
        _ = begin("x", through: 2)
        attempts.note(5, of: "a")
        var positions = [begin("x", through: 1)]
        attempts.end("x", through: 1, in: "a")
        positions.append(begin("x", through: 2))
        #expect(positions == [3, 3])
        attempts.end("x", through: 2, in: "a")
        positions = [begin("x", through: 3)]
        #expect(positions == [5])
    }

    @Test mutating func theEndOfAStreamThatWasMadeAgainIsKnown() {
        attempts.note(9, of: "a")
        attempts.note(0, of: "a")
        let position = begin("x", through: 1)
        #expect(position == 0)
    }

    @Test mutating func anAttemptBeginsAnewInAStreamThatWasMadeAgain() {
        attempts.note(9, of: "a")
        attempts.note(9, of: "b")
        _ = begin("x", through: 1)
        attempts.note(0, of: "b")
        var position = begin("x", through: 1)
        #expect(position == 9)
        attempts.note(2, of: "a")
        position = begin("x", through: 1)
        #expect(position == 2)
    }
}

struct JetStreamErrorTests {
    @Test(arguments: [
        ("(js.c:535): insufficient resources", "insufficient resources"), ("no space (left)", "no space (left)"),
        ("a (js_m.c:1) b", "a b"),
    ])
    func aTextHasNoLineOfTheClientLibrary(text: String, expected: String) {
        #expect(JetStreamError.withoutSource(text) == expected)
    }
}
