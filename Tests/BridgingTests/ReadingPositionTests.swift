import Testing

@testable import Bridging

struct ReadingPositionTests {
    private var position = ReadingPosition("notes", nil)

    init() {
        position.begin(after: 0)
    }

    /// Returns a page of a log.
    private func page(
        from first: UInt64 = 1, to last: UInt64, _ numbers: [UInt64], of sender: String = "a",
        in identity: String? = nil
    ) -> LogPage {
        let entries = numbers.map { number in
            StoredEntry(position: number, entry: LogEntry(sender: sender, number: number, type: "notes", payload: []))
        }
        return LogPage(first: first, last: last, entries: entries, identity: identity)
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
            case .replace:
                let missed = position.missed()
                position.restart(after: 0)
                return steps + ["replace \(missed)"]
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

    @Test mutating func aPageDoesNotEndTheFailureOfAPositionThatIsNotStored() throws {
        position.noteStorage("it is full")
        position.note("an error")
        _ = try take(page(to: 0, []))
        #expect(position.status.failure == "it is full")
        position.noteStorage(nil)
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

    @Test mutating func anOlderStreamThatEndsBehindThePositionHasLostWhatWasNotRead() throws {
        #expect(try take(page(to: 9, [1, 2])) == ["1", "2"])
        for second in 0...9 { #expect(try take(page(to: 5, [3, 4, 5]), at: .seconds(second)).isEmpty) }
        let page = page(to: 5, [3, 4, 5])
        try position.look(at: page, at: .seconds(10))
        var index = 0
        #expect(position.next(in: page, at: &index) == .restart(5))
        #expect(position.missed(behind: 5) == 6..<10)
        position.restart(after: 2, copiedTo: 5)
        expectSum()
        #expect(try take(page, at: .seconds(11)) == ["3", "4", "5"])
        #expect(position.status.missed == 4 && position.status.delivered == 5)
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

    @Test mutating func aStreamThatWasMadeAgainIsReadFromItsBeginning() throws {
        #expect(try take(page(to: 9, [1, 2, 3], in: "x")) == ["1", "2", "3"])
        // It ends behind the position, and behind the end of the old one.
        #expect(try take(page(to: 40, [4, 5], in: "y")) == ["replace 4..<10"])
        #expect(try take(page(to: 40, [1, 2], in: "y")) == ["1", "2"])
        #expect(position.status.missed == 6 && position.status.repeated == 9)
        expectSum()
    }

    @Test mutating func entriesThatANewStreamHasLostAreMissedAsWell() throws {
        #expect(try take(page(to: 3, [1, 2, 3], in: "x")) == ["1", "2", "3"])
        #expect(try take(page(from: 5, to: 6, [5], in: "y")) == ["replace 4..<4"])
        #expect(try take(page(from: 5, to: 6, [5], in: "y")) == ["skip 1..<5", "5"])
        expectSum()
    }

    @Test mutating func aStreamThatIsGoneIsReplacedAfterSomeTimeAndTheNextOneIsNew() throws {
        #expect(try take(page(to: 9, [1, 2, 3], in: "x")) == ["1", "2", "3"])
        for second in 0...9 { #expect(try take(page(to: 0, []), at: .seconds(second)).isEmpty) }
        #expect(position.isGone)
        #expect(try take(page(to: 0, []), at: .seconds(10)) == ["restart 0"])
        #expect(position.status.missed == 6)
        #expect(try take(page(to: 2, [1, 2], in: "y"), at: .seconds(11)) == ["1", "2"])
        expectSum()
    }

    @Test func aGroupThatBeginsInAStreamOfAnotherIdentityFindsItReplaced() throws {
        var position = ReadingPosition("notes", "g")
        position.begin(after: 500, in: "x")
        try position.look(at: page(to: 700, [501], in: "y"), at: .zero)
        var index = 0
        #expect(position.next(in: page(to: 700, [501], in: "y"), at: &index) == .replace)
        #expect(position.missed().isEmpty)
    }

    @Test(arguments: ["x", "y", "z"]) func aGroupGoesOnInTheStreamThatIsThere(_ identity: String) throws {
        var position = ReadingPosition("notes", "g")
        position.begin(after: 5, in: "x")
        // Another process of the group has read another stream meanwhile.
        position.begin(after: 2, in: "y")
        let page = page(to: 9, identity == "y" ? [3] : [6], in: identity)
        try position.look(at: page, at: .zero)
        var index = 0
        let step = position.next(in: page, at: &index)
        switch identity {
        case "x", "y": #expect(step == .handle(page.entries[0]))
        default: #expect(step == .replace)
        }
        #expect(position.status.isBalanced)
    }

    @Test func aGroupWhoseCursorWasLostWithItsStreamFindsItReplaced() throws {
        var position = ReadingPosition("notes", "g")
        position.begin(after: 5, in: "x")
        position.begin(after: 0, in: "y")
        let page = page(to: 9, [6], in: "y")
        try position.look(at: page, at: .zero)
        var index = 0
        #expect(position.next(in: page, at: &index) == .replace)
    }

    @Test mutating func aLogThatIsLostIsReportedOnceUntilAPageIsRead() throws {
        #expect(ReadingPosition("notes", nil).lost == nil)
        #expect(try take(page(to: 5, [1, 2])) == ["1", "2"])
        #expect([position.lose(), position.lose()] == [3..<6, nil])
        expectSum()
        #expect(try take(page(to: 6, [6])) == ["6"])
        #expect(position.lose() == 7..<7)
        expectSum()
    }
}

extension ReadingPosition {
    /// The entries that are missed if the log is lost now.
    fileprivate var lost: Range<UInt64>? {
        var copy = self
        return copy.lose()
    }
}
