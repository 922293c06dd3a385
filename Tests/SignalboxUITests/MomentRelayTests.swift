import Hooks
import Testing

@testable import SignalboxUI

@MainActor private protocol Screen: AnyObject { var title: String { get } }

@MainActor private class Controller {
    var calls: [String] = []
}

@MainActor private final class Home: Controller, Screen { let title = "home" }

@Suite("Moments of view controllers") @MainActor struct MomentRelayTests {
    private let relay = MomentRelay()
    private let lifecycle = Lifecycle()

    @Test("A hook on a protocol receives the moments of conforming controllers alone") func protocolHook() {
        let home = Home()
        let hook = lifecycle.after(.viewDidLoad, of: (any Screen).self) { _, _ in home.calls.append("hook") }
        relay.add(lifecycle)
        let component: Controller = home
        relay.send(.viewDidLoad, to: component, ()) { home.calls.append("body") }
        relay.send(.viewDidLoad, to: Controller(), ()) { home.calls.append("other") }
        #expect(home.calls == ["body", "hook", "other"])
        hook.cancel()
    }

    @Test("A lifecycle that is added twice receives each moment once") func twice() {
        let home = Home()
        let hook = lifecycle.before(.viewWillAppear, of: Home.self) { home, animated in
            home.calls.append("hook \(animated)")
        }
        relay.add(lifecycle)
        relay.add(lifecycle)
        relay.send(.viewWillAppear, to: home, true) { home.calls.append("body \($0)") }
        #expect(home.calls == ["hook true", "body true"])
        hook.cancel()
    }

    @Test("The hooks of several lifecycles run in the order in which these were added, the first outermost")
    func severalLifecycles() {
        let home = Home()
        let other = Lifecycle()
        var hooks: [Registration] = []
        for (name, lifecycle) in [("first", lifecycle), ("second", other)] {
            relay.add(lifecycle)
            hooks.append(
                lifecycle.around(.viewDidDisappear, of: Home.self) { home, animated, proceed in
                    home.calls.append("\(name) before")
                    proceed(!animated)
                    home.calls.append("\(name) after")
                })
        }
        relay.send(.viewDidDisappear, to: home, true) { home.calls.append("body \($0)") }
        #expect(home.calls == ["first before", "second before", "body true", "second after", "first after"])
        for hook in hooks { hook.cancel() }
    }

    @Test("A hook on viewIsAppearing receives no other moment") func appearing() {
        let home = Home()
        let hook = lifecycle.before(.viewIsAppearing, of: Home.self) { home, animated in
            home.calls.append("hook \(animated)")
        }
        relay.add(lifecycle)
        relay.send(.viewWillAppear, to: home, true) { home.calls.append("will \($0)") }
        relay.send(.viewIsAppearing, to: home, true) { home.calls.append("is \($0)") }
        relay.send(.viewDidAppear, to: home, true) { home.calls.append("did \($0)") }
        #expect(home.calls == ["will true", "hook true", "is true", "did true"])
        hook.cancel()
    }

    @Test("Without a lifecycle, the method of the controller runs") func withoutLifecycles() {
        let home = Home()
        relay.send(.viewDidAppear, to: home, false) { home.calls.append("body \($0)") }
        relay.send(.viewWillDisappear, to: home, true) { home.calls.append("body \($0)") }
        #expect(home.calls == ["body false", "body true"])
    }
}
