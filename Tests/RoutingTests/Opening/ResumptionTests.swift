import Foundation
import Routing
import Testing

/// Resumptions inside the handler of a navigation that was parked are counted.
struct ResumptionTests {
    /// Opens a URL whose guard always parks it, with a handler that resumes it at once, and returns how often that was.
    private static func rounds(through pass: @escaping @Sendable (ParkedNavigation) throws -> ParkedNavigation)
        async throws -> Int
    {
        let router = Router(origins: ["shop://"])
        let rounds = Recorder<Int>()
        try router.mount("/orders", guards: [Guard("signed in") { _ in .park(redirect: "/sign-in") }]) {
            $0.on("/:id") { _ in }
        }
        try router.register {
            $0.on("/sign-in") { match in
                rounds.add(1)
                if let parked = match.parked, rounds.all.count < 50 { await router.resume(try pass(parked)) }
            }
        }
        await router.open("shop://orders/7")
        return rounds.all.count
    }

    /// One opening, and sixteen resumptions.
    @Test func sixteenResumptionsMayBeNested() async throws {
        #expect(try await Self.rounds { $0 } == 17)
    }

    @Test func theCountIsAPartOfTheStoredForm() async throws {
        let count = try await Self.rounds { parked in
            try JSONDecoder().decode(ParkedNavigation.self, from: JSONEncoder().encode(parked))
        }
        #expect(count == 17)
    }

    @Test(arguments: [-1, 17, Int.max, Int.min])
    func aStoredCountThatIsOutOfRangeIsRefused(count: Int) throws {
        let json = #"{"version":1,"resumptions":\#(count),"navigations":[{"url":"x:/a","guardName":"g"}]}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8)) }
    }

    /// Both names are canonically equivalent.
    @Test func theNameOfAGuardIsItsBytes() throws {
        let navigations = try ["caf\u{E9}", "cafe\u{301}"].map { name in
            let json = #"{"version":1,"navigations":[{"url":"x:/a","guardName":"\#(name)"}]}"#
            return try JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8))
        }
        #expect(navigations[0] != navigations[1] && Set(navigations).count == 2)
    }
}
