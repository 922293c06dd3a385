import Hooks
import Testing

extension Moment where Payload == Int {
    fileprivate static var willOpen: Moment { Moment("willOpen") }
}

extension Moment where Payload == Void {
    fileprivate static var didLoad: Moment { Moment("didLoad") }
}

extension AwaitedMoment where Payload == Int {
    fileprivate static var willSave: AwaitedMoment { AwaitedMoment("willSave") }
}

extension AwaitedMoment where Payload == Void {
    fileprivate static var willStop: AwaitedMoment { AwaitedMoment("willStop") }
}

private struct Screen {}

private final class Page {
    let number: Int
    init(_ number: Int) { self.number = number }
}

@Suite("Moments that return what their body returns") struct ReturningMomentTests {
    private let lifecycle = Lifecycle()

    @Test("A moment without hooks returns the result of its body") func withoutHooks() {
        #expect(lifecycle.send(.willOpen, to: Screen(), 3) { Page($0) }?.number == 3)
        #expect(lifecycle.send(.didLoad, to: Screen()) { "loaded" } == "loaded")
    }

    @Test("A moment returns the result of its body for the payload that its hooks passed on") func changedPayload() {
        let hook = lifecycle.around(.willOpen, of: Screen.self) { _, number, proceed in proceed(number * 10) }
        #expect(lifecycle.send(.willOpen, to: Screen(), 3) { Page($0) }?.number == 30)
        hook.cancel()
    }

    @Test("A moment returns nil if a hook does not proceed, and the last result if it proceeds twice") func proceeds() {
        let refusing = lifecycle.around(.willOpen, of: Screen.self) { _, _, _ in }
        #expect(lifecycle.send(.willOpen, to: Screen(), 3) { Page($0) } == nil)
        refusing.cancel()
        let repeating = lifecycle.around(.willOpen, of: Screen.self) { _, number, proceed in
            proceed(number)
            proceed(number + 1)
        }
        #expect(lifecycle.send(.willOpen, to: Screen(), 3) { Page($0) }?.number == 4)
        repeating.cancel()
    }

    @Test("A moment whose body returns nothing returns nothing, and its hooks run once") func void() {
        var count = 0
        let hook = lifecycle.after(.didLoad, of: Screen.self) { _, _ in count += 1 }
        lifecycle.send(.didLoad, to: Screen()) {}
        lifecycle.send(.didLoad, to: Screen()) { 1 }
        #expect(count == 2)
        hook.cancel()
    }

    @Test("An awaited moment returns the result of its body") func awaited() async {
        let hook = lifecycle.before(.willSave, of: Screen.self) { _, _ in await Task.yield() }
        let page = await lifecycle.send(.willSave, to: Screen(), 3) { number in
            await Task.yield()
            return Page(number)
        }
        #expect(page.number == 3)
        let text = await lifecycle.send(.willStop, to: Screen()) { await Self.text() }
        #expect(text == "stopped")
        hook.cancel()
    }

    private nonisolated(nonsending) static func text() async -> String { "stopped" }
}

@Suite("Moments of actors that return what their body returns") @MainActor struct ReturningMomentOfAnActorTests {
    @Test("Moments of the main actor return values that are not Sendable") func mainActor() async {
        let lifecycle = Lifecycle()
        let controller = Controller()
        let page = lifecycle.send(.willOpen, to: controller, 3) { controller.makePage($0) }
        #expect(page?.number == 3)
        let saved = await lifecycle.send(.willSave, to: controller, 4) { await controller.savePage($0) }
        #expect(saved.number == 4)
        #expect(controller.count == 2)
    }

    @Test("Moments of an actor return values that are not Sendable") func actor() async {
        #expect(await Navigator().numbers() == [3, 4])
    }
}

@MainActor private final class Controller {
    private(set) var count = 0

    func makePage(_ number: Int) -> Page {
        count += 1
        return Page(number)
    }

    func savePage(_ number: Int) async -> Page {
        await Task.yield()
        return makePage(number)
    }
}

private actor Navigator {
    private let lifecycle = Lifecycle()
    private var opened: [Int] = []

    func numbers() async -> [Int] {
        let page = lifecycle.send(.willOpen, to: Screen(), 3) { number in
            opened.append(number)
            return Page(number)
        }
        let saved = await lifecycle.send(.willSave, to: Screen(), 4) { number in
            await Task.yield()
            opened.append(number)
            return Page(number)
        }
        return opened == [3, 4] ? [page?.number ?? 0, saved.number] : []
    }
}
