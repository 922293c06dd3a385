#if canImport(SwiftUI)
    import Foundation
    public import Routing
    public import SwiftUI

    extension View {
        /// Opens links with a router: those that the system gives to the app, and those that are tapped in the view.
        ///
        /// ```swift
        /// ContentView().opensLinks(with: router)
        /// ```
        ///
        /// Links from the system arrive in `onOpenURL` or, as those of QR codes and of other apps, as browsing activities. All are
        /// passed to the router: its `onUnmatched` reports those without a route. A link that the system delivers twice within
        /// two seconds is opened once. A link in the view, such as a `Link`, goes to the system if no route matches it. A link
        /// begins to open when SwiftUI calls the app, in a task of its own.
        ///
        /// If the routes are registered later, create the router with `startsHeld: true`, and call its `begin` then.
        ///
        /// - Parameters:
        ///   - router: The router, which is also that of the environment.
        ///   - fileID: The file of the call.
        ///   - line: The line of the call.
        /// - Returns: A view that opens links.
        public func opensLinks(
            with router: Router, fileID: StaticString = #fileID, line: Int = #line
        ) -> some View {
            modifier(LinkModifier(router: router, fileID: fileID, line: line))
        }
    }

    /// Opens the links of the view that it modifies.
    private struct LinkModifier: ViewModifier {
        @State private var delivered = DeliveredLinks()
        let router: Router
        let fileID: StaticString
        let line: Int

        // With a private `@State`, the initializer of the compiler would be private.
        init(router: Router, fileID: StaticString, line: Int) {
            self.router = router
            self.fileID = fileID
            self.line = line
        }

        func body(content: Content) -> some View {
            let links = LinkOpening(router, delivered, fileID: fileID, line: line)
            return
                content
                .onOpenURL { links.receive($0) }
                .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { links.receive(webpage: $0.webpageURL) }
                .environment(\.openURL, OpenURLAction { links.answer($0) ? .handled : .systemAction })
                .environment(\.router, router)
        }
    }
#endif
