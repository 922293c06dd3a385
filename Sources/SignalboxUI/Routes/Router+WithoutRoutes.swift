import Routing
import SignalboxCore

extension Router {
    /// Returns a router that replaces one that is missing in the environment, and reports every URL that is opened.
    ///
    /// By default, reports go to the log, which writes the first, the second, the fourth and so on.
    static func withoutRoutes(
        reporting report: @escaping @Sendable (String) -> Void = { line in
            DefaultLog.write("a router is missing", at: SourceLocation()) { line }
        }
    ) -> Router {
        let router = Router(name: "environment")
        router.onUnmatched { miss in
            report("\(miss.url) was not opened: no router is in the environment; set one with `.centers(router:)`")
        }
        return router
    }
}
