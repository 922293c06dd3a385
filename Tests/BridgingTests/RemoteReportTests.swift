import DispatchersTesting
import Testing

@testable import Bridging

/// The texts of what a bridge reports.
struct RemoteReportTests {
    private static func letter(_ reason: RemoteDeadLetter.Reason) -> RemoteDeadLetter {
        RemoteDeadLetter(stream: "notes", position: 3, sender: "shop-2.7f", reason: reason)
    }

    @Test(
        arguments: [
            (.tooLarge(9), "its payload has 9 bytes, which is more than the limit"),
            (.unknownType("Old"), "it has the type “Old”, which the stream does not carry here"),
            (.unknownVersion(4), "its version 4 is not accepted here"),
            (.undecodable("no text"), "it cannot be decoded: no text"),
            (.failed(["a", "b"]), "handlers failed: a, b"),
            (.dropped(1), "the queue of a handler was full"),
            (.dropped(2), "the queues of 2 handlers were full"),
            (.unobserved, "no handler of this process observes the message"),
            (.cyclic, "too many posts led to it"),
        ] as [(RemoteDeadLetter.Reason, String)])
    func aDeadLetterSaysWhatWasSentAndWhyItFailed(reason: RemoteDeadLetter.Reason, text: String) {
        let description = Self.letter(reason).description
        #expect(description == "the entry 3 of the stream “notes”, sent by “shop-2.7f”: \(text)")
    }

    @Test func aReportThatNothingReceivesIsInTheTextOfItsOwnDeadLetter() {
        let failures = Recording<String>()
        let center = MessageCenter(onDeadLetter: { failures.append("\($0)") })
        let gap = RemoteGap(stream: "notes", group: nil, missed: 3..<5)
        center.post(Self.letter(.cyclic))
        center.post(gap)
        center.post(4)
        #expect(failures.values.count == 3)
        #expect(failures.values[0].hasSuffix(": \(Self.letter(.cyclic))"))
        #expect(failures.values[1].hasSuffix(": \(gap)"))
        #expect(!failures.values[2].hasSuffix(": 4"))
    }

    @Test(
        arguments: [
            (3..<5, .trimmed, "the entries 3 to 4 of the stream “notes” were missed"),
            (
                3..<5, .replaced,
                "the stream “notes” was removed or replaced: the entries 3 to 4 were missed, and later ones may be"
            ),
            (3..<3, .replaced, "the stream “notes” was removed or replaced: entries from 3 on may be missed"),
            (4..<4, .older(end: 4), "the stream “notes” was replaced by one that ends at 4"),
            (
                7..<9, .older(end: 4),
                "the stream “notes” was replaced by one that ends at 4: the entries 7 to 8 were missed"
            ),
        ] as [(Range<UInt64>, RemoteGap.Reason, String)])
    func aGapSaysWhatIsMissedAndWhy(missed: Range<UInt64>, reason: RemoteGap.Reason, text: String) {
        #expect(RemoteGap(stream: "notes", group: nil, missed: missed, reason: reason).description == text)
    }

    @Test func aLimitIsInTheTextOfWhatExceedsIt() {
        let letter = RemoteDeadLetter(
            stream: "notes", position: 3, sender: "a", reason: .tooLarge(9), limit: 8)
        #expect(letter.description.hasSuffix("9 bytes, which is more than the limit of 8 (BridgeOptions.payloadLimit)"))
        let cyclic = RemoteDeadLetter(stream: "notes", position: 3, sender: "a", reason: .cyclic, limit: 8)
        #expect(cyclic.description.hasSuffix("too many posts led to it: more than 8 (BridgeOptions.cycleLimit)"))
        let texts = [
            BridgeError(.tooLarge, "notes", size: 9, limit: 8), BridgeError(.cyclic, "notes", size: 9, limit: 8),
            BridgeError(.queueFull, "notes", size: 8, limit: 8), BridgeError(.queueFull, "notes", size: 9, limit: 8),
            BridgeError(.stopped, "notes"),
        ].map(\.description)
        #expect(
            texts == [
                "“notes” is too large: a message has 9 bytes, and BridgeOptions.payloadLimit is 8",
                "“notes” was led to by too many posts in all processes: 9 posts led to a message, and BridgeOptions.cycleLimit is 8",
                "“notes” finds the queue full: 8 entries wait for the log, and BridgeOptions.queueLimit is 8",
                "“notes” finds the queue full: with the message, it would have 9 bytes, and BridgeOptions.queueByteLimit is 8",
                "“notes” is not appended, since the bridge has stopped",
            ])
    }
}
