import Testing

@testable import Dispatchers

@Suite("Readers of epoch-based reclamation") struct ReadersTests {
    private let readers = Readers()
    private let released = Probe<Int>()

    private func retire(_ number: Int, linkedAt time: UInt64 = 1) {
        readers.retire(Canary { [released] in released.report(number) }, linkedAt: time)
    }

    /// Calls a closure with a reader, between its begin and its end.
    private func reading(_ body: (Reader) -> Void) {
        let reader = Reader.make()
        reader.begin(readers, at: readers.now)
        body(reader)
        reader.end()
        reader.remove()
    }

    @Test("An object retired without readers is released at once") func releasesAtOnce() {
        retire(1)
        #expect(released.values == [1])
    }

    @Test("An object retired during a read is released when the reader ends") func releasesWithTheReader() {
        reading { _ in
            retire(1)
            #expect(released.values.isEmpty)
            retire(2)
        }
        #expect(released.values.sorted() == [1, 2])
    }

    @Test("A reader of one hub does not delay releases of another hub") func otherHubs() {
        reading { _ in
            Readers().retire(Canary { [released] in released.report(1) })
            #expect(released.values == [1])
        }
    }

    @Test("A retired object is released when its readers have ended, although later readers overlap")
    func overlappingReaders() {
        let (even, odd) = (Reader.make(), Reader.make())
        for round in 0..<10 {
            (round % 2 == 0 ? even : odd).begin(readers, at: readers.now)
            retire(round)
            (round % 2 == 0 ? odd : even).end()
        }
        #expect(released.values == Array(0..<9))
        odd.end()
        #expect(released.values == Array(0..<10))
        even.remove()
        odd.remove()
    }

    @Test("An object linked after a reader began is released at once when it is retired") func objectsLinkedLater() {
        reading { _ in
            retire(1, linkedAt: readers.now)
            for number in 2...100 { retire(number, linkedAt: readers.advance()) }
            #expect(released.values == Array(2...100))
        }
        #expect(released.values.sorted() == Array(1...100))
    }

    @Test("An object linked before a reader begins again is released when the reader ends") func beginningAgain() {
        reading { reader in
            let time = readers.advance()
            reader.begin(readers, at: readers.now)
            retire(1, linkedAt: time)
            #expect(released.values.isEmpty)
        }
        #expect(released.values == [1])
    }

    @Test("The deinit of a retired object may read and retire") func releasingMayRetire() {
        reading { _ in
            readers.retire(
                Canary { [self] in reading { _ in readers.retire(Canary { [released] in released.report(1) }) } })
            #expect(released.values.isEmpty)
        }
        #expect(released.values == [1])
    }
}
