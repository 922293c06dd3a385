// A name is misspelled in the handler of a route.
// says: value of type 'Screen' has no member 'shwo'
// instead: write `screen.show`.
import Routing

@MainActor final class Screen { func show(_ id: String) {} }

@MainActor func start(_ router: Router, _ screen: Screen) throws {
    try router.register { $0.on("/songs/:id") { match in screen.shwo(match["id"] ?? "") } }
}
