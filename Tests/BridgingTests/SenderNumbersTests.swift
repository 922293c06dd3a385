import Testing

@testable import Bridging

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
