import Dispatchers
import Hooks
import Testing

extension Moment where Payload == Bool {
    static var willAppear: Moment { Moment("willAppear") }
}

private protocol Screen: AnyObject { var title: String { get set } }

private final class Home: Screen {
    static let appearing = MainActorJoinPoint<Home, Bool, Int>("appear(animated:)")
    var title = "home"

    func appear(animated: Bool) -> Int {
        Self.appearing(self, animated) { animated in animated ? title.count : 0 }
    }
}

private struct Position {
    static let moving = MutatingJoinPoint<Position, Int, Void>("move(by:)")
    var x = 0

    mutating func move(by distance: Int) {
        Self.moving(&self, distance) { position, distance in position.x += distance }
    }
}

private final class Analytics {
    let lifecycle: Lifecycle
    var shown: [String] = []

    init(_ lifecycle: Lifecycle) {
        self.lifecycle = lifecycle
        lifecycle.after(.willAppear, of: (any Screen).self, by: self) { me, screen, _ in me.shown.append(screen.title) }
        Home.appearing.before(by: self) { me, home, animated in me.shown.append("\(home.title) \(animated)") }
    }
}

@Suite("Hooks in a module with main-actor default isolation") struct HookTests {
    @Test("Hooks of main-actor classes need no annotation") func mainActorHooksNeedNoAnnotation() {
        let lifecycle = Lifecycle()
        let analytics = Analytics(lifecycle)
        let home = Home()
        let naming = lifecycle.before(.willAppear, of: (any Screen).self) { screen, _ in screen.title += "!" }
        let doubling = Home.appearing.around { home, animated, proceed in proceed(animated) * 2 }
        lifecycle.send(.willAppear, to: home, true) { animated in #expect(home.appear(animated: animated) == 10) }
        #expect(analytics.shown == ["home! true", "home!"])
        naming.cancel()
        doubling.cancel()
    }

    @Test("A mutating method of a value is hooked") func valuesAreHooked() {
        let hook = Position.moving.around { position, distance, proceed in proceed(&position, distance + 1) }
        var position = Position()
        position.move(by: 1)
        #expect(position.x == 2)
        hook.cancel()
    }
}
