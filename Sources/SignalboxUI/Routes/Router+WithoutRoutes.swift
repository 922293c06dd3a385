import Routing
import SignalboxCore

extension Router {
    /// Returns a router that replaces one that is missing in the environment, and reports every URL that is opened.
    static func withoutRoutes(
        reporting report: @escaping @Sendable (String) -> Void = { writeToStandardError($0) }
    ) -> Router {
        let router = Router(name: "environment")
        router.onUnmatched { miss in
            report("\(miss.url) was not opened: no router is in the environment; set one with `.centers(router:)`")
        }
        return router
    }
}
