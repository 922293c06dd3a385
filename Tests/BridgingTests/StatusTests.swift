import Testing

@testable import Bridging

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
        // It went back by two, and reads them again.
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
