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
    override func viewWillAppear(animated: Bool) {} // error: argument labels for method 'viewWillAppear(animated:)' do not match those of overridden method 'viewWillAppear'
    override func viewDidAppear(_ animated: Int) {} // error: method does not override any method from its superclass
}

@MainActor func hook(_ lifecycle: Lifecycle) -> [Registration] {
    ViewControllerMoments.send(to: lifecycle)
    ViewControllerMoments.send(lifecycle) // error: missing argument label 'to:' in call
    let selector = #selector(UIViewController.viewWillApear(_:)) // error: type 'UIViewController' has no member 'viewWillApear'
    _ = selector
    return [
        lifecycle.after(.viewDidLoad, of: (any Screen).self) { screen, _ in _ = screen },
    ]
}

@MainActor func hookWrongly(_ lifecycle: Lifecycle) -> Registration {
    lifecycle.after(.viewDidLoaded, of: (any Screen).self) { screen, _ in _ = screen } // error: type 'Moment<Payload>' has no member 'viewDidLoaded'
}

nonisolated func announceFromAnywhere() {
    ViewControllerMoments.send(to: Lifecycle()) // error: call to main actor-isolated static method 'send(to:)' in a synchronous nonisolated context
}
