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

    @Test("readers see whole elements in order while a writer adds and removes, and nothing is left behind")
    func readersAndWriter() async {
        let readers = Readers()
        let shared = Shared()
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    while !shared.isDone.load(ordering: .acquiring) {
                        await Task.yield()
                        readers.read {
                            guard let view = shared.list.view else { return }
                            var last: UInt64 = 0
                            for index in 0..<view.count {
                                guard let element = view[index] else { continue }
                                let value = element._withUnsafeGuaranteedRef { $0.value }
                                #expect(value > last)
                                last = value
                            }
                        }
                    }
                }
            }
            group.addTask {
                for id in 1...20_000 as ClosedRange<UInt64> {
                    shared.list.insert(Item(id), priority: 0, id: id).retire(to: readers)
                    if id > 8 { shared.list.remove(priority: 0, id: id - 8).retire(to: readers) }
                }
                shared.isDone.store(true, ordering: .releasing)
            }
        }
        shared.list.replaceAll(with: []).retire(to: readers)
        #expect(Item.alive.load(ordering: .relaxed) == 0)
    }

    private final class Shared: Sendable {
        let list = PublishedList<Item>()
        let isDone = Atomic(false)
    }
}
