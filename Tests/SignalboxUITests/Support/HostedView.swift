#if canImport(SwiftUI) && (canImport(AppKit) || canImport(UIKit) && !os(watchOS))
    import SwiftUI

    /// A view in a hosting view, so that SwiftUI evaluates its body.
    @MainActor struct HostedView {
        #if canImport(AppKit)
            private let host: NSView

            init(_ view: some View) {
                host = NSHostingView(rootView: view)
                host.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
                host.layoutSubtreeIfNeeded()
            }
        #else
            private let host: UIViewController

            init(_ view: some View) {
                host = UIHostingController(rootView: view)
                host.view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
                host.view.layoutIfNeeded()
            }
        #endif
    }
#endif
