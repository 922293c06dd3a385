// watchOS has a UIKit without view controllers.
#if canImport(UIKit) && !os(watchOS)
    public import Hooks
    import ObjectiveC
    import UIKit

    /// The moments of all view controllers, for hooks on screens that know nothing of them.
    ///
    /// ```swift
    /// ViewControllerMoments.send(to: lifecycle)
    /// let setUp = lifecycle.after(.viewDidLoad, of: (any Screen).self) { screen, _ in screen.createViews() }
    /// ```
    ///
    /// Keep the token `setUp`: releasing it removes the hook. With an owner, `by: self`, there is none.
    ///
    /// The moments are `viewDidLoad`, `viewWillAppear`, `viewIsAppearing`, `viewDidAppear`, `viewWillDisappear` and
    /// `viewDidDisappear`. Their component is the view controller: a hook names a class, or a protocol to which classes
    /// conform. Container controllers and those of the system are announced as well.
    ///
    /// A moment is the call of the method of `UIViewController` itself, which a subclass makes with `super`. So `after` advice runs
    /// before the lines that a subclass has after its call of `super`. **A subclass that does not call `super` is not announced**, be it one
    /// of the app, of a library or of the system. Advice `around` that does not proceed keeps UIKit from its own work: always
    /// proceed here.
    @MainActor public enum ViewControllerMoments {
        fileprivate static let relay = MomentRelay()
        private static var areMethodsExchanged = false

        /// Announces the moments of all view controllers, of those that exist as well, to a lifecycle.
        ///
        /// The lifecycle is retained forever. Calling it again for the same lifecycle changes nothing. With several
        /// lifecycles, the hooks of the first are the outermost.
        public static func send(to lifecycle: Lifecycle) {
            relay.add(lifecycle)
            if areMethodsExchanged { return }
            areMethodsExchanged = true
            exchange(#selector(UIViewController.viewDidLoad), #selector(UIViewController.announceViewDidLoad))
            exchange(#selector(UIViewController.viewWillAppear), #selector(UIViewController.announceViewWillAppear))
            exchange(#selector(UIViewController.viewIsAppearing), #selector(UIViewController.announceViewIsAppearing))
            exchange(#selector(UIViewController.viewDidAppear), #selector(UIViewController.announceViewDidAppear))
            exchange(
                #selector(UIViewController.viewWillDisappear), #selector(UIViewController.announceViewWillDisappear))
            exchange(#selector(UIViewController.viewDidDisappear), #selector(UIViewController.announceViewDidDisappear))
        }

        /// Exchanges the implementations of two methods of `UIViewController`.
        ///
        /// The exchange is sound, since both are methods of `UIViewController` itself with the same parameters and
        /// result, no superclass or subclass is changed, and it happens once for each pair, on the main thread, on
        /// which UIKit calls them.
        private static func exchange(_ original: Selector, _ replacement: Selector) {
            let type = UIViewController.self
            guard let first = unsafe class_getInstanceMethod(type, original),
                let second = unsafe class_getInstanceMethod(type, replacement)
            else { preconditionFailure("UIViewController has no method \(original)") }
            unsafe method_exchangeImplementations(first, second)
        }
    }

    /// The methods that are exchanged with those of UIKit.
    ///
    /// Their names in Objective-C have a prefix, so that no other library exchanges methods of the same names.
    ///
    /// Afterwards, a call of `viewDidLoad` by UIKit runs the first of these, and the call in it runs the method of UIKit.
    extension UIViewController {
        @objc(signalbox_viewDidLoad) dynamic fileprivate func announceViewDidLoad() {
            ViewControllerMoments.relay.send(.viewDidLoad, to: self, ()) { announceViewDidLoad() }
        }

        @objc(signalbox_viewWillAppear:) dynamic fileprivate func announceViewWillAppear(_ animated: Bool) {
            ViewControllerMoments.relay.send(.viewWillAppear, to: self, animated) { announceViewWillAppear($0) }
        }

        @objc(signalbox_viewIsAppearing:) dynamic fileprivate func announceViewIsAppearing(_ animated: Bool) {
            ViewControllerMoments.relay.send(.viewIsAppearing, to: self, animated) { announceViewIsAppearing($0) }
        }

        @objc(signalbox_viewDidAppear:) dynamic fileprivate func announceViewDidAppear(_ animated: Bool) {
            ViewControllerMoments.relay.send(.viewDidAppear, to: self, animated) { announceViewDidAppear($0) }
        }

        @objc(signalbox_viewWillDisappear:) dynamic fileprivate func announceViewWillDisappear(_ animated: Bool) {
            ViewControllerMoments.relay.send(.viewWillDisappear, to: self, animated) { announceViewWillDisappear($0) }
        }

        @objc(signalbox_viewDidDisappear:) dynamic fileprivate func announceViewDidDisappear(_ animated: Bool) {
            ViewControllerMoments.relay.send(.viewDidDisappear, to: self, animated) { announceViewDidDisappear($0) }
        }
    }
#endif
