#if Macros
    import DispatchersMacros
    import Testing

    /// What a requirement may be given, and what kinds of requirements there are.
    @Suite struct DispatchableArgumentTests {
        private final class Hand: Worker, @unchecked Sendable {
            // Used by one test on one thread.
            var done: [String] = []
            func save(_ item: Int) throws {}
            func saveReporting(_ item: Int) throws {}
            func price(_ item: Int) throws -> Int { item }
            func check(_ item: Int) throws(Refused) {}
            func checked(_ item: Int) throws(Refused) -> Int { item }
            func grow(_ list: inout [Int]) { list.append(list.count) }
            func visit(_ body: (Int) -> Void) { body(1) }
            func keep(_ body: @escaping (Int) -> Void) { body(2) }
            func evaluate(_ value: @autoclosure () -> Int) { done.append("\(value())") }
            func show<Value: Equatable>(_ value: Value, beside other: some Hashable) {
                done.append("\(value) \(other)")
            }
            func swallow(_ text: consuming String) { done.append(text) }
            func unnamed(_ first: Int, at second: Int) { done.append("\(first) \(second)") }
            func refer(_ box: Box) { box.value += 1 }
            func lend(_ file: borrowing File) { done.append("\(file.size)") }
        }

        private let center = ProtocolDispatcherCenter()

        @Test func everyKindOfArgumentReachesAll() {
            let hands = [Hand(), Hand()]
            let worker = center.dispatcher(WorkerDispatcher.self)
            for hand in hands { worker.register(hand) }
            var list = [7]
            worker.grow(&list)
            #expect(list == [7, 1, 2])
            var seen: [Int] = []
            worker.visit { seen.append($0) }
            worker.keep { seen.append($0) }
            #expect(seen == [1, 1, 2, 2])
            worker.evaluate(3)
            worker.show(4, beside: "five")
            worker.swallow("six")
            worker.unnamed(7, at: 8)
            let box = Box()
            worker.refer(box)
            #expect(box.value == 2)
            worker.lend(File(size: 9))
            for hand in hands { #expect(hand.done == ["3", "4 five", "six", "7 8", "9"]) }
        }

        private struct Page: Titled {
            var title: String
            subscript(row: Int, at column: Int) -> [Int] { [row, column] }
            mutating func rename(_ title: String) { self.title = title }
        }

        @Test func propertiesAndSubscriptsArePassedOn() {
            let recorder = TitledRecorder()
            recorder.answer("title", with: "front")
            recorder.answer("subscript", with: [1])
            let dispatcher = center.dispatcher(TitledDispatcher.self)
            #expect(dispatcher.title.isEmpty)
            dispatcher.register(recorder)
            let page = center.register((any Titled).self) { Page(title: "back") }
            #expect(dispatcher.title == "front")
            dispatcher.title = "new"
            dispatcher.rename("newer")
            #expect(dispatcher[2, at: 3] == [1, 2, 3])
            #expect(
                recorder.calls.map(\.description) == ["title", "title = new", "rename(newer)", "subscript 2 3"])
            page.cancel()
        }

        @Test func primaryAssociatedTypesBecomeGenericParameters() {
            final class Numbers: Store, @unchecked Sendable {
                // Used by one test on one thread.
                var items: [Int] = []
                func saved(_ item: Int) { items.append(item) }
                func found() -> Int? { items.last }
            }
            let numbers = Numbers()
            let dispatcher = center.dispatcher(StoreDispatcher<Int>.self)
            dispatcher.register(numbers)
            dispatcher.saved(5)
            center.dispatcher(StoreDispatcher<String>.self).saved("five")
            #expect(dispatcher.found() == 5)
        }

        @Test func aDiamondCallsEachOnceAndOnlyThoseRegisteredForIt() throws {
            let recorder = DiamondRecorder()
            let other = RootRecorder()
            recorder.answer("rights()", with: [1, 2])
            let dispatcher = center.dispatcher(DiamondDispatcher.self)
            dispatcher.register(recorder)
            center.dispatcher(RootDispatcher.self).register(other)
            dispatcher.root()
            dispatcher.left()
            try dispatcher.right()
            dispatcher.diamond()
            #expect(dispatcher.rights() == [1, 2])
            (dispatcher as any Root).root()
            #expect(recorder.calls.map(\.name) == ["root()", "left()", "right()", "diamond()", "rights()", "root()"])
            #expect(other.calls.isEmpty)
        }
    }
#endif
