import Dispatchers
import Hooks

#if canImport(UIKit)
    import SignalboxUI
    import UIKit
#endif

/// Hooks on code that knows nothing of them.
@MainActor final class Statistics: Summarizing {
    private let lifecycle = Lifecycle()
    private var appearances = 0

    init(_ app: Centers) {
        app.calls.register((any Summarizing).self, by: self) { $0 }
        NoteBook.adding.after(by: self) { [states = app.states] statistics, book, text, outcome in
            states.update(.addedCount) { $0 += 1 }
        }
        #if canImport(UIKit)
            ViewControllerMoments.send(to: lifecycle)
            lifecycle.after(.viewDidAppear, of: UIViewController.self, by: self) { statistics, controller, animated in
                statistics.appearances += 1
            }
        #endif
    }

    var summary: String { "\(appearances) view controllers appeared" }
}
