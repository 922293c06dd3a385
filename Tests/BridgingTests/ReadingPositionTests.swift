import Testing

@testable import Bridging

struct ReadingPositionTests {
    private var position = ReadingPosition("notes", nil)

    init() {
        position.begin(after: 0)
    }

    /// Returns a page of a log.
    private func page(from first: UInt64 = 1, to last: UInt64, _ numbers: [UInt64], of sender: String = "a") -> LogPage
    {
        let entries = numbers.map { number in
            StoredEntry(position: number, entry: LogEntry(sender: sender, number: number, type: "notes", payload: []))
        }
        return LogPage(first: first, last: last, entries: entries)
    }

    /// Takes all steps of a page, and returns them.
    private mutating func take(_ page: LogPage, at time: Duration = .zero) throws -> [String] {
        try position.look(at: page, at: time)
        var steps: [String] = []
        var index = 0
        while true {
            switch position.next(in: page, at: &index) {
            case .end: return steps
            case .skip(let missed):
                position.skip(missed)
                steps.append("skip \(missed)")
            case .restart(let end):
                position.restart(after: end)
                return steps + ["restart \(end)"]
            case .handle(let entry):
                position.take(.delivered)
                steps.append("\(entry.position)")
            }
        }
    }

    private func expectSum() {
        #expect(position.status.isBalanced)
    }

    @Test mutating func entriesAreHandledOnceAndInOrder() throws {
        #expect(try take(page(to: 3, [1, 2])) == ["1", "2"])
        #expect(try take(page(to: 3, [1, 2, 3, 1, 2, 3])) == ["3"])
        #expect(try take(page(to: 3, [])).isEmpty)
        expectSum()
    }

    @Test func aBeginningEndsAFailureAndHasNoLag() {
        var position = ReadingPosition("notes", "g")
        position.note("an error")
        position.begin(after: 7)
        #expect(position.status.failure == nil)
        #expect(position.status.end == 7)
    }

    @Test mutating func aPageEndsAFailure() throws {
        position.note("an error")
        _ = try take(page(to: 0, []))
        #expect(position.status.failure == nil)
    }

    @Test mutating func missingEntriesAreSkipped() throws {
        #expect(try take(page(from: 4, to: 9, [4, 7])) == ["skip 1..<4", "4", "skip 5..<7", "7"])
        #expect(position.status.missed == 5)
        expectSum()
    }

    @Test(arguments: [
        LogPage(first: 1, last: 1 << 62, entries: []), LogPage(first: 7, last: 5, entries: []),
        LogPage(
            first: 1, last: 1,
            entries: [StoredEntry(position: 2, entry: LogEntry(sender: "a", number: 1, type: "t", payload: []))]),
    ])
    func aPageThatContradictsItselfIsRefused(_ page: LogPage) {
        var position = position
        #expect(throws: BridgeError.self) { try position.look(at: page, at: .zero) }
    }

    @Test mutating func aStreamThatEndsEarlierForSomeTimeWasReplaced() throws {
        #expect(try take(page(to: 9, Array(1...9))).count == 9)
        for second in 0...9 { #expect(try take(page(to: 4, []), at: .seconds(second)).isEmpty) }
        #expect(try take(page(to: 4, []), at: .seconds(10)) == ["restart 4"])
        #expect(try take(page(to: 5, [5], of: "b"), at: .seconds(11)) == ["5"])
        #expect(position.status.repeated == 5)
        expectSum()
    }

    @Test mutating func anOlderStreamIsReadFromItsSmallestEnd() throws {
        #expect(try take(page(to: 9, Array(1...9))).count == 9)
        for second in 0...5 { #expect(try take(page(to: 4, []), at: .seconds(second)).isEmpty) }
        for second in 6...9 { #expect(try take(page(to: 7, []), at: .seconds(second)).isEmpty) }
        #expect(try take(page(to: 8, []), at: .seconds(10)) == ["restart 4"])
        expectSum()
    }

    @Test mutating func aLogThatLagsIsWaitedFor() throws {
        #expect(try take(page(to: 9, Array(1...9))).count == 9)
        // A long time without a look is not enough, and neither are many looks in a short time.
        for second in [0, 100, 200, 300] { #expect(try take(page(to: 4, []), at: .seconds(second)).isEmpty) }
        #expect(try take(page(to: 10, [10]), at: .seconds(301)) == ["10"])
        for _ in 1...50 { #expect(try take(page(to: 4, []), at: .seconds(302)).isEmpty) }
        #expect(try take(page(to: 11, [11]), at: .seconds(303)) == ["11"])
        #expect(position.status.repeated == 0)
    }
}
