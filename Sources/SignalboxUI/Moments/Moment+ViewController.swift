public import Hooks

/// Moments of view controllers, which `ViewControllerMoments` announces where UIKit is.
///
/// These moments are declared on all platforms, so that the hooks of an app can be tested without UIKit.
extension Moment where Payload == Void {
    /// The call of `viewDidLoad()`.
    public static var viewDidLoad: Moment { Moment("viewDidLoad") }
}

extension Moment where Payload == Bool {
    /// The call of `viewWillAppear(_:)`, with its argument `animated`.
    public static var viewWillAppear: Moment { Moment("viewWillAppear") }

    /// The call of `viewIsAppearing(_:)`, with its argument `animated`.
    public static var viewIsAppearing: Moment { Moment("viewIsAppearing") }

    /// The call of `viewDidAppear(_:)`, with its argument `animated`.
    public static var viewDidAppear: Moment { Moment("viewDidAppear") }

    /// The call of `viewWillDisappear(_:)`, with its argument `animated`.
    public static var viewWillDisappear: Moment { Moment("viewWillDisappear") }

    /// The call of `viewDidDisappear(_:)`, with its argument `animated`.
    public static var viewDidDisappear: Moment { Moment("viewDidDisappear") }
}
