// Runs in a simulator alone.
#if canImport(UIKit) && !os(watchOS)
    import Hooks
    import SignalboxUI
    import Testing
    import UIKit

    @MainActor private protocol Screen: UIViewController {}

    private final class Page: UIViewController, Screen {
        var calls: [String] = []

        override func viewDidLoad() {
            super.viewDidLoad()
            calls.append("loaded")
        }
    }

    private final class Silent: UIViewController {
        override func viewDidLoad() {}
    }

    @Suite("Moments of all view controllers") @MainActor struct ViewControllerMomentsTests {
        @Test("View controllers that know nothing of it are announced, once for each call of a method")
        func announcesOnce() {
            let lifecycle = Lifecycle()
            for _ in 1...2 { ViewControllerMoments.send(to: lifecycle) }
            let page = Page()
            let hooks = [
                lifecycle.after(.viewDidLoad, of: (any Screen).self) { _, _ in page.calls.append("hook") },
                lifecycle.before(.viewWillAppear, of: Page.self) { _, animated in page.calls.append("will \(animated)")
                },
                lifecycle.before(.viewIsAppearing, of: Page.self) { _, animated in page.calls.append("is \(animated)")
                },
                lifecycle.after(.viewDidDisappear, of: Page.self) { _, animated in page.calls.append("did \(animated)")
                },
            ]
            page.viewDidLoad()
            page.viewWillAppear(true)
            page.viewIsAppearing(true)
            page.viewDidDisappear(false)
            #expect(page.calls == ["hook", "loaded", "will true", "is true", "did false"])
            for hook in hooks { hook.cancel() }
        }

        @Test("A view controller that does not call super is not announced") func withoutSuper() {
            let lifecycle = Lifecycle()
            ViewControllerMoments.send(to: lifecycle)
            var count = 0
            let hook = lifecycle.after(.viewDidLoad, of: Silent.self) { _, _ in count += 1 }
            Silent().viewDidLoad()
            #expect(count == 0)
            hook.cancel()
        }
    }
#endif
