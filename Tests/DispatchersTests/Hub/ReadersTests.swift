import Testing

@testable import Dispatchers

@Suite("Readers") struct ReadersTests {
    private let readers = Readers()
    private let gone = Probe<Int>()

    private func retire(_ number: Int, linkedAt time: UInt64 = 1) {
        readers.retire(Canary { [gone] in gone.report(number) }, linkedAt: time)
    }

    /// Calls a body with a reader that looks at something.
    private func reading(_ body: (Reader) -> Void) {
        let reader = Reader.make()
        reader.begin(readers, at: readers.now)
        body(reader)
        reader.end()
        reader.remove()
    }

    @Test("what is retired while there is no reader is released at once") func goesAtOnce() {
        retire(1)
        #expect(gone.values == [1])
    }

    @Test("what is retired while there is a reader is released when it ends") func goesWithTheReader() {
        reading { _ in
            retire(1)
            #expect(gone.values.isEmpty)
            retire(2)
        }
        #expect(gone.values.sorted() == [1, 2])
    }

    @Test("readers of other hubs do not retain it") func otherHubs() {
        reading { _ in
            Readers().retire(Canary { [gone] in gone.report(1) })
            #expect(gone.values == [1])
        }
    }

    @Test("it is released when the readers of then have ended, though there is always another")
    func overlappingReaders() {
        let (even, odd) = (Reader.make(), Reader.make())
        for round in 0..<10 {
            (round % 2 == 0 ? even : odd).begin(readers, at: readers.now)
            retire(round)
            (round % 2 == 0 ? odd : even).end()
        }
        #expect(gone.values == Array(0..<9))
        odd.end()
        #expect(gone.values == Array(0..<10))
        even.remove()
        odd.remove()
    }

    @Test("what is linked after a reader began, and retired, does not wait for it") func laterOnes() {
        reading { _ in
            retire(1, linkedAt: readers.now)
            for number in 2...100 { retire(number, linkedAt: readers.advance()) }
            #expect(gone.values == Array(2...100))
        }
        #expect(gone.values.sorted() == Array(1...100))
    }

    @Test("unless the reader began again since it was linked") func beginningAgain() {
        reading { reader in
            let time = readers.advance()
            reader.begin(readers, at: readers.now)
            retire(1, linkedAt: time)
            #expect(gone.values.isEmpty)
        }
        #expect(gone.values == [1])
    }

    @Test("what is released may read and retire") func releasingMayRetire() {
        reading { _ in
            readers.retire(
                Canary { [self] in reading { _ in readers.retire(Canary { [gone] in gone.report(1) }) } })
            #expect(gone.values.isEmpty)
        }
        #expect(gone.values == [1])
    }
}
