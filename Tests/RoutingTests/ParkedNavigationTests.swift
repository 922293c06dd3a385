import Foundation
import Routing
import Testing

struct ParkedNavigationTests {
    @Test
    func aPayloadStaysInMemoryAndIsNotStored() async throws {
        let router = Router()
        let keys = Recorder<Int>()
        let seen = Recorder<Int?>()
        try router.register(guards: [Guard("g") { _ in keys.all.isEmpty ? .park() : .proceed }]) {
            $0.on("/a") { match in seen.add(match.payload()) }
        }
        let outcome = await router.open("x:/a", extras: ["k": "v"], payload: 42)
        guard case .parked(let parked) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        keys.add(1)
        await router.resume(parked)
        let stored = try JSONEncoder().encode(parked)
        let restored = try JSONDecoder().decode(ParkedNavigation.self, from: stored)
        await router.resume(restored)
        #expect(seen.all == [42, nil])
        #expect(restored == parked && restored.hashValue == parked.hashValue)
        let text = String(decoding: stored, as: UTF8.self)
        #expect(!text.contains("42") && text.contains("\"k\""))
    }

    @Test
    func navigationsDifferByWhatWouldBeStored() async throws {
        let router = Router(guards: [Guard("g") { _ in .park() }])
        try router.register { $0.on("/*") { _ in } }
        var all: Set<ParkedNavigation> = []
        for (url, extras) in [("x:/a", [:]), ("x:/b", [:]), ("x:/a", ["k": "v"])] {
            if case .parked(let parked) = await router.open(url, extras: extras).result { all.insert(parked) }
        }
        #expect(all.count == 3)
    }
}
