import Testing

@testable import Dispatchers

@Suite("Published lists") struct PublishedListTests {
    private final class Item: Sendable {
        let priority: Int
        let id: UInt64

        init(_ priority: Int, _ id: UInt64) {
            self.priority = priority
            self.id = id
        }
    }

    private let readers = Readers()

    private func ids(_ view: ListView<Item>?) -> [UInt64] {
        guard let view else { return [] }
        return (0..<view.count).compactMap { view[$0]?.takeUnretainedValue().id }
    }

    @Test("elements stand by priority and then in the order of their coming, whatever is removed", arguments: 1...20)
    func keepsOrder(seed: UInt64) {
        var random = Xorshift(seed: seed)
        let list = PublishedList<Item>()
        var model: [Item] = []
        for id in 1...300 as ClosedRange<UInt64> {
            let item = Item(Int.random(in: -1...1, using: &random), id)
            list.insert(item, priority: item.priority, id: id).retire(to: readers)
            model.append(item)
            if Int.random(in: 0..<3, using: &random) > 0, let doomed = model.randomElement(using: &random) {
                list.remove(priority: doomed.priority, id: doomed.id).retire(to: readers)
                model.removeAll { $0 === doomed }
            }
            let expected = model.sorted { $0.priority == $1.priority ? $0.id < $1.id : $0.priority > $1.priority }
            readers.read { #expect(ids(list.view) == expected.map(\.id)) }
        }
        for item in model { list.remove(priority: item.priority, id: item.id).retire(to: readers) }
        let isEmpty = list.isEmpty
        #expect(isEmpty)
    }

    @Test("a view stays as it was, less what was removed") func viewsStay() {
        let list = PublishedList<Item>()
        for id in 1...4 as ClosedRange<UInt64> { list.insert(Item(0, id), priority: 0, id: id).retire(to: readers) }
        readers.read {
            let view = list.view
            list.insert(Item(0, 5), priority: 0, id: 5).retire(to: readers)
            list.insert(Item(1, 6), priority: 1, id: 6).retire(to: readers)
            #expect(ids(view) == [1, 2, 3, 4])
            #expect(ids(list.view) == [6, 1, 2, 3, 4, 5])
        }
        readers.read {
            let view = list.view
            list.remove(priority: 0, id: 2).retire(to: readers)
            #expect(ids(view) == [6, 1, 3, 4, 5])
        }
    }

    @Test("a shortcut goes with its element, and all go with the block that they stand in") func shortcutsGo() {
        let list = PublishedList<Item> { Shortcut(asking: $0) }
        for id in 1...4 as ClosedRange<UInt64> { list.insert(Item(0, id), priority: 0, id: id).retire(to: readers) }
        readers.read {
            guard let view = list.view else { return }
            func places(_ view: ListView<Item>) -> [Bool] {
                (0..<view.count).map { view.shortcut(at: $0).element(as: Item.self) != nil }
            }
            #expect(places(view) == [true, true, true, true])
            list.remove(priority: 0, id: 2).retire(to: readers)
            #expect(places(view) == [true, false, true, true])
            #expect(view[1] == nil)
            #expect(view.lastElement(at: 1)?.takeUnretainedValue().id == 2)
            list.insert(Item(1, 5), priority: 1, id: 5).retire(to: readers)
            #expect(places(view) == [false, false, false, false])
            #expect(list.view.map(places) == [true, true, true, true])
        }
    }

    @Test("a snapshot may be looked at after the reader has left") func snapshotsStay() {
        let list = PublishedList<Item>()
        for id in 1...4 as ClosedRange<UInt64> { list.insert(Item(0, id), priority: 0, id: id).retire(to: readers) }
        let snapshot = readers.read { list.view?.snapshot }
        list.replaceAll(with: []).retire(to: readers)
        readers.read { #expect(ids(snapshot?.view) == [1, 2, 3, 4]) }
    }

    @Test("removing the oldest of many, one by one, leaves little to walk over") func staysCompact() {
        let list = PublishedList<Item>()
        for id in 1...10_000 as ClosedRange<UInt64> {
            list.insert(Item(0, id), priority: 0, id: id).retire(to: readers)
        }
        for id in 1...9_990 as ClosedRange<UInt64> { list.remove(priority: 0, id: id).retire(to: readers) }
        #expect(readers.read { list.view?.count ?? 0 } <= 20)
    }
}
