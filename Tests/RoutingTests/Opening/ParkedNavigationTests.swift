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
        let outcome = await router.open("x:/a", extras: ["k": "8472"], payload: 42)
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
        #expect(!text.contains("42") && !text.contains("8472"))
    }

    @Test
    func navigationsDifferByWhatWouldBeStored() async throws {
        let router = Router(guards: [Guard("g") { _ in .park() }])
        try router.register { $0.on("/*") { _ in } }
        var all: Set<ParkedNavigation> = []
        for (url, extras) in [("x:/a", [:]), ("x:/b", [:]), ("x:/b", ["k": "v"])] {
            if case .parked(let parked) = await router.open(url, extras: extras).result { all.insert(parked) }
        }
        #expect(all.count == 2)
    }

    /// A router whose orders are guarded until `session` has an entry, and what was parked there.
    static func makeParked(
        _ session: Recorder<Int>, _ log: Recorder<String>
    ) async throws -> (router: Router, group: RouteGroup, parked: ParkedNavigation) {
        let router = Router(origins: ["shop://"])
        let signedIn = Guard("signed in") { _ in session.all.isEmpty ? .park(redirect: "/sign-in") : .proceed }
        let group = try router.mount("/orders", guards: [signedIn]) {
            $0.on("/:id") { match in log.add("order \(match["id"] ?? "")") }
        }
        try router.register { $0.on("/sign-in") { match in log.add("sign in, then \(match.parked?.url ?? "home")") } }
        guard case .parked(let parked) = await router.open("shop://orders/7").result else { throw CancellationError() }
        return (router, group, parked)
    }

    @Test
    func itsTextOmitsThePayload() async throws {
        let router = Router()
        let seen = Recorder<ParkedNavigation?>()
        try router.register {
            $0.mount("/a", guards: [Guard("outer") { _ in .park(redirect: "/b") }]) { $0.on("/") { _ in } }
            $0.mount("/b", guards: [Guard("inner") { _ in .park(redirect: "/c") }]) { $0.on("/") { _ in } }
            $0.on("/c") { match in seen.add(match.parked) }
        }
        let outcome = await router.open("x:/a", payload: "secret")
        #expect("\(outcome)" == "parked(“x:/a” by “outer”) via x:///b via x:///c")
        let parked = try #require(seen.all.first ?? nil)
        #expect("\(parked)" == "“x:///b” by “inner”, then “x:/a” by “outer”")
    }

    @Test
    func resumingWhatIsParkedInsideItEnds() async throws {
        let router = Router()
        let calls = Recorder<Int>()
        try router.register {
            $0.mount("/a", guards: [Guard("outer") { _ in .park(redirect: "/b") }]) { $0.on("/") { _ in } }
            $0.mount("/b", guards: [Guard("inner") { _ in .park(redirect: "/c") }]) { $0.on("/") { _ in } }
            $0.on("/c") { match async in
                calls.add(1)
                guard calls.all.count < 100, let inner = match.parked?.parked else { return }
                _ = await router.resume(inner)
            }
        }
        _ = await router.open("x:/a")
        #expect(calls.all.count < 100)
    }

    let session = Recorder<Int>()
    let log = Recorder<String>()

    @Test
    func resumingTwiceOpensTwiceAndAsksTwice() async throws {
        let (router, _, parked) = try await Self.makeParked(session, log)
        session.add(1)
        #expect(await router.resume(parked).isHandled)
        #expect(await router.resume(parked).isHandled)
        #expect(log.all == ["sign in, then shop://orders/7", "order 7", "order 7"])
    }

    @Test
    func aRouteThatIsRemovedMeanwhileIsNotFound() async throws {
        let (router, group, parked) = try await Self.makeParked(session, log)
        session.add(1)
        router.remove(group)
        #expect(await router.resume(parked).summary == "not found")
        try router.mount("/orders") { $0.on("/:id") { _ in log.add("another module") } }
        #expect(await router.resume(parked).isHandled)
        #expect(log.all.last == "another module")
    }

    @Test
    func aStoredNavigationIsResumedInTheNextLaunch() async throws {
        let stored = try JSONEncoder().encode(try await Self.makeParked(session, log).parked)
        let (router, _, _) = try await Self.makeParked(session, log)
        let restored = try JSONDecoder().decode(ParkedNavigation.self, from: stored)
        #expect(await router.resume(restored).summary == "parked shop://orders/7")
        session.add(1)
        #expect(await router.resume(restored).isHandled)
        #expect(log.all.suffix(2) == ["sign in, then shop://orders/7", "order 7"])
    }

    /// Extras are what the app itself added, so that a change of stored data must not add any.
    @Test
    func aStoredNavigationHidesNoValueOfItsURL() async throws {
        let router = Router(origins: ["shop://"])
        let ids = Recorder<String>()
        let keys = Recorder<Int>()
        let locked = Guard("locked") { _ in keys.all.isEmpty ? .park() : .proceed }
        try router.mount("/orders", guards: [locked]) {
            $0.on("/:id") { match in ids.add("\(match["id"] ?? "") \(match["q"] ?? "") \(match.extras.count)") }
        }
        guard case .parked(let parked) = await router.open("shop://orders/7?q=1", extras: ["id": "8"]).result else {
            Issue.record()
            return
        }
        keys.add(1)
        let stored = try JSONEncoder().encode(parked)
        let text = String(decoding: stored, as: UTF8.self)
        #expect(!text.contains("extras"))
        for start in ["{", #"{"extras": {"id": "OTHER", "q": "OTHER"}, "#] {
            for inner in [#"{"#, #"{"extras":{"id":"OTHER","q":"OTHER"},"#] {
                let edited = text.replacing("\"extras\":{\"id\":\"8\"}", with: "\"extras\":{\"id\":\"OTHER\"}")
                    .replacing("[{", with: "[" + inner)
                let json = start + edited.dropFirst()
                let data = Data(json.utf8)
                if let read = try? JSONDecoder().decode(ParkedNavigation.self, from: data) { await router.resume(read) }
            }
        }
        #expect(!ids.all.isEmpty && Set(ids.all) == ["7 1 0"])
    }

    @Test(arguments: [
        "", #""version": 0,"#, #""version": 2,"#, #""version": "1","#, #""version": null,"#, #""version": -1,"#,
    ])
    func aStoredFormOfAnotherVersionIsRefusedWithASentence(version: String) throws {
        let forms = [
            #"{\#(version) "url": "x:/a", "extras": {}, "guardName": "g", "waiting": []}"#,
            #"{\#(version) "navigations": [{"url": "x:/a", "guard": "g"}]}"#,
        ]
        for json in forms {
            let error = #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8))
            }
            #expect("\(error, default: "")".contains("version"), "\(json)")
        }
    }

    @Test
    func theStoredFormHasAVersion() async throws {
        let stored = try JSONEncoder().encode(try await Self.makeParked(session, log).parked)
        #expect(String(decoding: stored, as: UTF8.self).contains(#""version":1"#))
    }

    /// Stored data that was changed by others opens what any URL would, or is refused.
    @Test(
        arguments: [
            (#""url": "no url", "guardName": """#, "invalid no scheme"),
            (#""url": "shop://%FF", "guardName": """#, "invalid encoding"),
            (#""url": "shop://nowhere", "guardName": """#, "not found"), (#""url": 7, "guardName": """#, nil),
            (#""guardName": "x""#, nil), (#""url": "shop://nowhere""#, nil),
        ] as [(String, String?)])
    func aStoredNavigationCanDoNoMoreThanAURL(field: String, expected: String?) async throws {
        let (router, _, _) = try await Self.makeParked(session, log)
        let json = "{\"version\": 1, \"navigations\": [{\(field)}]}"
        let restored = try? JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8))
        #expect((restored == nil) == (expected == nil))
        if let restored { #expect(await router.resume(restored).summary == expected) }
    }

    @Test(arguments: [0, 1, 8, 9, 100_000])
    func aStoredChainIsReadUpToTheLimit(count: Int) {
        let stored = (0..<count).map { #"{"url": "x:/\#($0)", "guardName": "g"}"# }.joined(separator: ",")
        let json = #"{"version": 1, "navigations": [\#(stored)]}"#
        switch Result(catching: { try JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8)) }) {
        case .success(let parked):
            #expect((1...8).contains(count) && parked.url == "x:/0")
            #expect(ParkedChainTests.depth(of: parked) == count)
        case .failure(let error):
            #expect(!(1...8).contains(count))
            #expect("\(error)".contains("1 to 8 navigations"))
        }
    }

    @Test(
        arguments: [
            ("/orders/7", "/orders/7"), ("//evil.example/x", nil), ("/\\evil.example", nil),
            ("//evil.example/../../orders/7", nil), ("https://shop.example/orders/7", "https://shop.example/orders/7"),
        ] as [(String, String?)])
    func aPathThatABrowserReadsAsAHostIsNotARedirectTarget(url: String, target: String?) async throws {
        let router = Router()
        let parking = Guard("parks") { _ in .park() }
        try router.register { $0.on("/*", guards: [parking]) { _ in } }
        let outcome = url.hasPrefix("/") ? await router.open(path: url) : await router.open(url)
        guard case .parked(let navigation) = outcome.result else {
            Issue.record("\(outcome.result)")
            return
        }
        #expect(navigation.redirectTarget == target)
    }
}
