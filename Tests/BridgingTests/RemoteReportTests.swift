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
}
