#if canImport(SwiftUI)
    public import Routing
    public import SwiftUI

    extension View {
        /// Opens links with a router: those that the system gives to the app, and those that are tapped in the view.
        ///
        /// ```swift
        /// ContentView().opensLinks(with: router)
        /// ```
        ///
        /// Links from the system arrive in `onOpenURL`, and are all passed to the router: its `onUnmatched` reports those without a route. A
        /// link in the view, such as a `Link`, goes to the system if no route matches it. A link begins to open when SwiftUI calls
        /// the app, in a task of its own.
        ///
        /// - Parameters:
        ///   - router: The router, which is also that of the environment.
        ///   - fileID: The file of the call.
        ///   - line: The line of the call.
        /// - Returns: A view that opens links.
        public func opensLinks(
            with router: Router, fileID: StaticString = #fileID, line: Int = #line
        ) -> some View {
            let links = LinkOpening(router, fileID: fileID, line: line)
            return onOpenURL { links.open($0) }
                .environment(\.openURL, OpenURLAction { links.answer($0) ? .handled : .systemAction })
                .environment(\.router, router)
        }
    }
#endif
