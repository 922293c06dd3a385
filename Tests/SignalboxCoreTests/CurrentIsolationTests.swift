import SignalboxCore
import Testing

/// `isCurrent`, with the function of the runtime and without it, as in a program that is linked statically.
@Suite struct CurrentIsolationTests {
    private actor Desk {
        func isCurrentHere(by check: ExecutorCheck?) -> Bool? { isCurrent(self, by: check) }
        func isMainActorHere(by check: ExecutorCheck?) -> Bool? { isCurrent(MainActor.shared, by: check) }
    }

    @Test("The main actor is current on it, and not elsewhere", arguments: [true, false])
    @MainActor func theMainActorIsCurrentOnItself(asks: Bool) async {
        let check = asks ? isCurrentExecutor : nil
        #expect(isCurrent(MainActor.shared, by: check) == true)
        #expect(await Desk().isMainActorHere(by: check) == false)
        #expect(await Task { @concurrent in isCurrent(MainActor.shared, by: check) }.value == false)
    }

    @Test("Another actor is current on itself, and not elsewhere")
    func anActorIsCurrentOnItself() async {
        let desk = Desk()
        #expect(await desk.isCurrentHere(by: isCurrentExecutor) == true)
        #expect(isCurrent(desk) == false)
    }

    @Test("Without the function of the runtime, it is unknown whether another actor is current")
    func anotherActorIsUnknown() async {
        let desk = Desk()
        #expect(await desk.isCurrentHere(by: nil) == nil)
        #expect(isCurrent(desk, by: nil) == nil)
    }
}
