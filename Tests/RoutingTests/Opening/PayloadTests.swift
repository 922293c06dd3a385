import Routing
import Testing

/// Values of any type that a caller inside the app passes.
struct PayloadTests {
    struct Visit: Sendable { var number: Int }

    let router = Router(origins: ["shop://"])
    let log = Recorder<Int>()

    func register() throws {
        let asks = Guard("asks") { match in
            try match.payload(Visit.self).number > 0 ? .proceed : .refuse("no visit")
        }
        try router.register {
            $0.on("/cart", guards: [asks]) { match in log.add(try match.payload(Visit.self).number) }
        }
    }

    @Test
    func guardsAndHandlersReadItWithItsType() async throws {
        try register()
        #expect(await router.open("shop://cart", payload: Visit(number: 7)).isHandled)
        #expect(await router.open("shop://cart", payload: Visit(number: 0)).summary == "refused no visit")
        #expect(log.all == [7])
    }

    @Test
    func aNavigationThatIsResumedByItsSignInHasItsPayload() async throws {
        let session = Recorder<String>()
        let signedIn = Guard("signed in") { _ in session.all.isEmpty ? .park(redirect: "/sign-in") : .proceed }
        try router.register {
            $0.on("/cart", guards: [signedIn]) { match in log.add(try match.payload(Visit.self).number) }
            $0.on("/sign-in") { match in
                session.add(match.payload(as: Visit.self) == nil ? "no payload" : "payload")
                guard let parked = match.parked else { return }
                await router.resume(parked)
            }
        }
        await router.open("shop://cart", payload: Visit(number: 7))
        #expect(session.all == ["no payload"])
        #expect(log.all == [7])
    }

    @Test
    func aPayloadOfAnotherTypeIsAnErrorThatNamesBoth() async throws {
        try register()
        for (payload, found) in [("text" as (any Sendable)?, "String" as String?), (nil, nil)] {
            guard
                case .failed(let error as RoutePayloadError) = await router.open("shop://cart", payload: payload).result
            else {
                Issue.record()
                return
            }
            #expect(error.url == "shop://cart" && error.requested == "Visit" && error.found == found)
            let words = found.map { "a payload of the type \($0)" } ?? "no payload"
            #expect("\(error)" == "“shop://cart” was opened with \(words), and not with a payload of the type Visit.")
        }
    }
}
