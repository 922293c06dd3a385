import Testing

@testable import Dispatchers

private final class NoAdvice: Sendable {}

@Suite struct HookPointTests {
    @Test("The first call after the last removal is quiet again", arguments: [false, true])
    func removalRestoresQuiet(onOneObject: Bool) {
        let point = HookPoint("quiet", fileID: #fileID, line: #line)
        let object = Journal()
        #expect(point.isQuiet == true)
        let location = SourceLocation()
        let hooks = (1...2).map { _ in
            point.add(
                .before, of: Journal.self, on: onOneObject ? [object] : [], priority: 0, at: location, NoAdvice()
            )
        }
        #expect(point.isQuiet == false)
        hooks[0].cancel()
        _ = point.onion(around: object)
        #expect(point.isQuiet == false)
        hooks[1].cancel()
        _ = point.onion(around: object)
        #expect(point.isQuiet == true)
    }

    @Test func aDeadOwnersHooksAreClearedAway() {
        let point = HookPoint("owned", fileID: #fileID, line: #line)
        do {
            let owner = Journal()
            point.add(.after, of: Int.self, on: [], by: owner, priority: 0, at: SourceLocation(), NoAdvice())
            #expect(point.hooks.count == 1)
        }
        #expect(point.hooks.count == 0)
        _ = point.onion()
        _ = point.onion()
        #expect(point.isQuiet == true)
    }
}
