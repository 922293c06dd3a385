import Testing

@testable import Bridging

struct SenderNumbersTests {
    @Test func onlyTheLatestSendersAreRemembered() {
        var numbers = SenderNumbers()
        func entry(_ sender: Int) -> LogEntry { LogEntry(sender: "\(sender)", number: 1, type: "t", payload: []) }
        let count = SenderNumbers.generationSize * 4
        for sender in 0..<count { numbers.receive(entry(sender)) }
        #expect((0..<count).filter { numbers.hasReceived(entry($0)) }.count <= 2 * SenderNumbers.generationSize + 1)
        #expect(numbers.hasReceived(entry(count - 1)))
    }
}
