package import Dispatchers
import Hooks
package import Pages

/// Drives the screens of one visit: makes each, announces its moments, and renders it.
///
/// The hooks of all modules are on its lifecycle.
package actor Navigator {
    private let lifecycle: Lifecycle
    private let features: [any Feature]
    private let visit: any CurrentVisit
    private var isIntercepted = false

    package init(of visit: any CurrentVisit, _ features: [any Feature], trace: Trace) {
        lifecycle = Lifecycle(name: "screens", trace: trace)
        self.visit = visit
        self.features = features
    }

    /// Shows a screen, which lives until it is rendered, as do the services of its scope.
    package func show(
        with params: [String: String], _ links: Links, _ make: @Sendable (ServiceScope) throws -> any Screen
    ) throws -> Page {
        if !isIntercepted {
            isIntercepted = true
            for feature in features { feature.intercept(lifecycle, in: visit) }
        }
        let scope = visit.services.begin(.screen)
        defer { scope.close() }
        return render(try make(scope), with: params, links)
    }

    /// Announces the moments of a screen, and makes its page.
    private func render(_ screen: any Screen, with params: [String: String], _ links: Links) -> Page {
        let context = ScreenContext()
        return ScreenContext.$current.withValue(context) {
            lifecycle.send(.didLoad, to: screen, params) { _ in }
            let body = lifecycle.send(.willAppear, to: screen) { screen.body(links) }
            return Page(title: screen.title, body: body ?? .empty, remarks: context.remarks)
        }
    }
}
