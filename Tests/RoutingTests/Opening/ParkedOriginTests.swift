import Foundation
import Routing
import Testing

/// The router that parked a navigation, and the way in which it was opened.
struct ParkedOriginTests {
    let keys = Recorder<Int>()

    func makeRouter(_ name: String?) throws -> Router {
        let router = Router(name: name, origins: ["shop://"])
        let locked = Guard("locked") { _ in keys.all.isEmpty ? .park() : .proceed }
        try router.register {
            $0.on("/target") { match in "\(match.url)" }
            $0.on("/locked", guards: [locked]) { _ in .redirect(to: "/target") }
        }
        return router
    }

    func parked(_ outcome: RouteOutcome) throws -> ParkedNavigation {
        guard case .parked(let navigation) = outcome.result else { throw CancellationError() }
        return navigation
    }

    func stored(_ navigation: ParkedNavigation) throws -> ParkedNavigation {
        try JSONDecoder().decode(ParkedNavigation.self, from: JSONEncoder().encode(navigation))
    }

    @Test(arguments: ["places", nil], [RedirectPolicy.all, .none])
    func itKnowsItsRouterAndHowItWasOpened(name: String?, policy: RedirectPolicy) async throws {
        let router = try makeRouter(name)
        let byURL = try parked(await router.open("shop://locked", following: policy))
        let byPath = try parked(await router.open(path: "/locked", following: policy))
        keys.add(1)
        for navigation in [byURL, try stored(byURL)] {
            #expect(navigation.routerName == name && navigation.redirectPolicy == policy && !navigation.isPath)
            let outcome = await router.resume(navigation)
            #expect(outcome.summary == (policy == .all ? "handled" : "redirected shop://target"))
            #expect(await router.resume(navigation, following: .all).value(as: String.self) == "shop://target")
        }
        for navigation in [byPath, try stored(byPath)] {
            #expect(navigation.routerName == name && navigation.redirectPolicy == policy && navigation.isPath)
            let outcome = await router.resume(navigation)
            #expect(outcome.summary == (policy == .all ? "handled" : "redirected /target"))
        }
        #expect(try stored(byURL) == byURL && (try stored(byURL)).hashValue == byURL.hashValue)
    }

    @Test
    func whatAnEarlierVersionStoredIsRead() async throws {
        let json = #"{"version":1,"navigations":[{"url":"shop://locked","guardName":"locked"}]}"#
        let navigation = try JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8))
        #expect(navigation.routerName == nil && navigation.redirectPolicy == .all)
        keys.add(1)
        #expect(try await makeRouter("places").resume(navigation).isHandled)
    }

    @Test(arguments: [#""router":7"#, #""followsRedirects":"no""#])
    func aStoredFormWithAnotherTypeIsRefused(field: String) {
        let json = #"{"version":1,"navigations":[{"url":"shop://locked","guardName":"locked",\#(field)}]}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8)) }
    }

    @Test
    func navigationsOfTwoRoutersDiffer() async throws {
        let navigations = [
            try parked(await makeRouter("a").open("shop://locked")),
            try parked(await makeRouter("b").open("shop://locked")),
            try parked(await makeRouter("a").open("shop://locked", following: .none)),
        ]
        #expect(Set(navigations).count == 3)
    }
}
