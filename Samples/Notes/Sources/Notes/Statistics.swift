import Dispatchers
import Hooks

#if canImport(UIKit)
    import SignalboxUI
    import UIKit
#endif

/// Hooks on code that knows nothing of them: they count, and shorten long texts of new notes.
@MainActor final class Statistics: Summarizing {
    private let lifecycle = Lifecycle()
    private var additions = 0
    private var appearances = 0

    init(_ app: Centers) {
        app.calls.register((any Summarizing).self, by: self) { $0 }
        NoteBook.adding.around(by: self) { statistics, book, text, proceed in
            statistics.additions += 1
            proceed(String(text.prefix(10_000)))
        }
        #if canImport(UIKit)
            ViewControllerMoments.send(to: lifecycle)
            lifecycle.after(.viewDidAppear, of: UIViewController.self, by: self) { statistics, controller, animated in
                statistics.appearances += 1
            }
        #endif
    }

    var summary: String { "\(additions) notes were added, \(appearances) view controllers appeared" }
}
