import Testing

@testable import Exploring

@Suite struct SearchTests {
    private func text(_ plan: Schedule.Plan?) -> String? { plan.map { "\($0)" } }

    @Test("The baseline comes first, then departures and seeds in turn")
    func baselineComesFirst() {
        var search = OrderSearch(limit: 4, seed: 7)
        #expect(text(search.next()) == "explore(replaying: \"\")")
        search.learn(Departures(), counts: [2])
        #expect(text(search.next()) == "explore(startingAt: 7)")
        #expect(text(search.next()) == "explore(replaying: \"0:1\")")
        #expect(text(search.next()) == "explore(startingAt: 8)")
        #expect(search.next() == nil)
    }

    @Test("Two departures are tried, in growing places, and none twice")
    func pairsFollowSingles() throws {
        var search = OrderSearch(limit: 100, seed: 0)
        var seen: [String] = []
        while let plan = search.next() {
            guard case .departures(let departures) = plan else { continue }
            seen.append(departures.description)
            search.learn(departures, counts: [2, 2, 2])
        }
        #expect(Set(seen) == ["", "0:1", "1:1", "2:1", "0:1,1:1", "0:1,2:1", "1:1,2:1"])
        #expect(seen.count == Set(seen).count)
    }

    @Test(
        "Shortening keeps the departures that an order needs", arguments: ["5:1", "0:1", "9:1", "2:1,7:1", "0:1,9:1"])
    func shorteningKeepsWhatIsNeeded(_ needed: String) throws {
        let needed = try #require(Departures(needed))
        var all = Departures()
        for position in 0..<10 { all[position] = 1 }
        var shortening = Shortening(all)
        var tries = 0
        while let order = shortening.next() {
            tries += 1
            let fails = needed.positions.allSatisfy { order[$0] == needed[$0] }
            shortening.learn(fails: fails, made: order)
        }
        #expect(shortening.best == needed)
        #expect(tries < 40)
    }

    @Test("A schedule counts choices among several candidates alone, and keeps within them")
    func scheduleKeepsWithinCandidates() throws {
        var schedule = Schedule(.departures(try #require(Departures("0:1,1:9"))))
        #expect(schedule.choose(among: 1) == 0)
        #expect(schedule.choose(among: 2) == 1)
        #expect(schedule.choose(among: 3) == 2)
        #expect(schedule.choose(among: 3) == 0)
        #expect(schedule.counts == [2, 3, 3])
        #expect(schedule.made.description == "0:1,1:2")
    }
}
