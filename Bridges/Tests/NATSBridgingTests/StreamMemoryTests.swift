import Bridging
import Testing

@testable import NATSBridging

struct StreamMemoryTests {
    private let start = ContinuousClock.now

    private func ends(_ last: UInt64, created: Int64 = 1) -> StreamEnds {
        StreamEnds(created: created, hasLeader: true, first: 1, last: last)
    }

    @Test func aServerThatLagsIsNotBelievedForTenSeconds() {
        var known = KnownStreams()
        func note(_ last: UInt64, after seconds: Int, created: Int64 = 1) -> Bool {
            known.note(
                ends(last, created: created), of: "a", knowing: known.ends(of: "a"), at: start + .seconds(seconds))
        }
        var isBelieved = note(5, after: 0)
        #expect(isBelieved)
        isBelieved = note(4, after: 10)
        #expect(!isBelieved)
        // It has caught up.
        isBelieved = note(5, after: 11)
        #expect(isBelieved)
        isBelieved = note(4, after: 20)
        #expect(!isBelieved)
        isBelieved = note(3, after: 29)
        #expect(!isBelieved)
        // The entries are lost.
        isBelieved = note(4, after: 30)
        #expect(isBelieved)
        isBelieved = note(4, after: 31)
        #expect(isBelieved)
        // The stream was made again.
        isBelieved = note(1, after: 32, created: 2)
        #expect(isBelieved)
    }

    @Test func aPositionOfACursorIsOneThatTheStreamHasHad() {
        var known = KnownStreams()
        known.note(7, of: "a", created: 1)
        let isOlder = known.note(ends(6), of: "a", knowing: known.ends(of: "a"), at: start)
        #expect(!isOlder)
        let isNewer = known.note(ends(8), of: "a", knowing: known.ends(of: "a"), at: start)
        #expect(isNewer)
        known.note(9, of: "a")
        known.note(3, of: "a", created: 1)
        #expect(known.ends(of: "a")?.last == 9)
        // A position of a stream that was removed since.
        known.note(99, of: "a", created: 0)
        #expect(known.ends(of: "a")?.last == 9)
        // Nothing is known of the stream.
        known.note(9, of: "b")
        #expect(known.ends(of: "b") == nil)
    }

    @Test func anEntryThatWasAppendedSinceTheQuestionNeedNotBeInTheAnswer() {
        var known = KnownStreams()
        known.note(5, of: "a", created: 1)
        let before = known.ends(of: "a")
        known.note(6, of: "a")
        let isBelieved = known.note(ends(5), of: "a", knowing: before, at: start)
        #expect(isBelieved)
        #expect(known.ends(of: "a")?.last == 6)
    }

    @Test func theFirstAttemptIsRememberedUntilOneSucceeds() {
        var attempts = AppendAttempts()
        func begin(_ sender: String, after position: UInt64) -> UInt64 {
            attempts.begin(sender, in: "a", after: position, at: start).position
        }
        var positions = [begin("x", after: 3), begin("x", after: 5), begin("y", after: 5)]
        #expect(positions == [3, 3, 5])
        attempts.end("x", in: "a")
        positions = [begin("x", after: 8), begin("y", after: 8)]
        #expect(positions == [8, 5])
    }
}
