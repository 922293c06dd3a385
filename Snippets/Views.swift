// SwiftUI: a view shows a state and sets it, and opens the links that the system gives to the app. `.ci/check-apple` compiles it.
#if canImport(SwiftUI)
    import Dispatchers
    import Routing
    import SignalboxUI
    import SwiftUI

    nonisolated extension StateKeys { static let lamps = StateKey("lamps", default: 1) }

    struct CartView: View {
        @SharedState(.lamps) private var lamps
        let router: Router

        var body: some View {
            Stepper("\(lamps) lamps", value: $lamps)  // Updated wherever the state is set.
                .opensLinks(with: router)
        }
    }
#endif
