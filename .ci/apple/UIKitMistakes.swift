// swift-format-ignore-file

// Mistakes about `SignalboxUI` and UIKit: `.ci/check-apple` must find an error in each line that says so, and no other.
import Foundation
import Hooks
import ObjectiveC
import SignalboxUI
import UIKit

protocol Screen: AnyObject {}

final class Page: UIViewController, Screen {
    override func viewDidLoad() { super.viewDidLoad() }
    override func viewWillAppear(animated: Bool) {} // error
    override func viewDidAppear(_ animated: Int) {} // error
}

@MainActor func hook(_ lifecycle: Lifecycle) -> [Registration] {
    ViewControllerMoments.send(to: lifecycle)
    ViewControllerMoments.send(lifecycle) // error
    let selector = #selector(UIViewController.viewWillApear(_:)) // error
    _ = selector
    return [
        lifecycle.after(.viewDidLoad, of: (any Screen).self) { screen, _ in _ = screen },
    ]
}

@MainActor func hookWrongly(_ lifecycle: Lifecycle) -> Registration {
    lifecycle.after(.viewDidLoaded, of: (any Screen).self) { screen, _ in _ = screen } // error
}

nonisolated func announceFromAnywhere() {
    ViewControllerMoments.send(to: Lifecycle()) // error
}
