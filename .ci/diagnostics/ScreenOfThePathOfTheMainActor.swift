// A screen of a navigation stack belongs to the main actor, as all types of the module do.
// says: main actor-isolated conformance of 'ScreenOfThePathOfTheMainActor.Screen' to 'Hashable' cannot satisfy
// instead: write `nonisolated enum Screen`.
// flags: -default-isolation MainActor
import SignalboxUI

enum Screen: Hashable { case product(Int) }
let path = RoutePath<Screen>()
