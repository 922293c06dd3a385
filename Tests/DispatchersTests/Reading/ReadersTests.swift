import Testing

@testable import Dispatchers

@Suite("Readers") struct ReadersTests {
    private let readers = Readers()
    private let gone = Probe<Int>()

    private func retire(_ number: Int) { readers.retire(Canary { [gone] in gone.report(number) }) }

    @Test("what is retired while nobody reads goes at once") func goesAtOnce() {
        retire(1)
        #expect(gone.values == [1])
    }

    @Test("what is retired while somebody reads goes when he leaves") func goesWithTheReader() {
        readers.read {
            retire(1)
            #expect(gone.values.isEmpty)
            retire(2)
        }
        #expect(gone.values.sorted() == [1, 2])
    }

    @Test("it goes when the readers of then have left, though there is always another") func overlappingReaders() {
        var older = readers.begin(on: readers.currentThread)
        for round in 0..<10 {
            retire(round)
            let newer = readers.begin(on: readers.currentThread)
            readers.end(older)
            older = newer
        }
        #expect(gone.values.count >= 5)
        readers.end(older)
        #expect(gone.values.sorted() == Array(0..<10))
    }

    @Test("what is released may read and retire") func releasingMayRetire() {
        readers.read {
            readers.retire(Canary { [readers, gone] in readers.read { readers.retire(Canary { gone.report(1) }) } })
            #expect(gone.values.isEmpty)
        }
        #expect(gone.values == [1])
    }
}
