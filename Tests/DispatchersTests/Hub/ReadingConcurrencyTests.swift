import Synchronization
import Testing

@testable import Dispatchers

@Suite("Concurrency of reading") struct ReadingConcurrencyTests {
    private final class Item: Sendable {
        static let alive = Atomic(0)
        let value: UInt64

        init(_ value: UInt64) {
            self.value = value
            Self.alive.wrappingAdd(1, ordering: .relaxed)
        }

        deinit { Self.alive.wrappingSubtract(1, ordering: .relaxed) }
    }

    private final class Shared: Sendable {
        let current = AtomicReference<Item>()
        let isDone = Atomic(false)
    }

    @Test("Readers see whole objects in order while a writer replaces them, and all objects are released")
    func readersAndWriter() async {
        let (readers, shared) = (Readers(), Shared())
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    let reader = Reader.make()
                    var last: UInt64 = 0
                    while !shared.isDone.load(ordering: .acquiring) {
                        await Task.yield()
                        for _ in 0..<10 {
                            let time = readers.now
                            reader.begin(readers, at: time)
                            guard let item = shared.current.load(), readers.now == time else { continue }
                            let value = item.with { $0.value }
                            #expect(value >= last)
                            last = value
                        }
                        reader.end()
                    }
                    reader.remove()
                }
            }
            group.addTask {
                var time: UInt64 = 1
                for id in 1...20_000 as ClosedRange<UInt64> {
                    let now = id % 3 == 0 ? readers.advance() : readers.now
                    readers.retire(shared.current.exchange(Item(id)), linkedAt: time)
                    time = now
                }
                shared.isDone.store(true, ordering: .releasing)
            }
        }
        readers.retire(shared.current.exchange(nil))
        #expect(Item.alive.load(ordering: .relaxed) == 0)
    }
}
