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
        var older = readers.begin(on: CurrentThread.current)
        for round in 0..<10 {
            retire(round)
            let newer = readers.begin(on: CurrentThread.current)
            readers.end(older)
            older = newer
        }
        #expect(gone.values.count >= 5)
        readers.end(older)
        #expect(gone.values.sorted() == Array(0..<10))
    }

    @Test("what is linked after a reader entered, and retired, need not wait for it") func laterOnes() {
        let reading = readers.begin(on: CurrentThread.current)
        retire(1)
        let epoch = readers.epoch
        for number in 2...100 { readers.retire(Canary { [gone] in gone.report(number) }, linkedIn: epoch) }
        #expect(gone.values == Array(2...100))
        readers.end(reading)
        #expect(gone.values.sorted() == Array(1...100))
    }

    @Test("a reader that another epoch began under has to enter again for what is linked later") func renewing() {
        var reading = readers.begin(on: CurrentThread.current)
        #expect(readers.isCurrent(reading))
        retire(1)
        #expect(!readers.isCurrent(reading))
        let epoch = readers.epoch
        readers.renew(&reading)
        #expect(readers.isCurrent(reading))
        #expect(gone.values.isEmpty, "renewing releases nothing")
        readers.retire(Canary { [gone] in gone.report(2) }, linkedIn: epoch)
        #expect(gone.values == [1])
        readers.end(reading)
        #expect(gone.values == [1, 2])
    }

    @Test("readers of more epochs than there are slots hold up what they may look at, and it goes with them")
    func manyEpochs() {
        var readings: [Readers.Reading] = []
        for number in 0..<40 {
            readings.append(readers.begin(on: CurrentThread.current))
            retire(number)
        }
        #expect(gone.values.isEmpty)
        for reading in readings { readers.end(reading) }
        #expect(gone.values.sorted() == Array(0..<40))
    }

    @Test("what is released may read and retire") func releasingMayRetire() {
        readers.read {
            readers.retire(Canary { [readers, gone] in readers.read { readers.retire(Canary { gone.report(1) }) } })
            #expect(gone.values.isEmpty)
        }
        #expect(gone.values == [1])
    }
}
