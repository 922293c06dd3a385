public import Foundation

extension Router {
    /// Opens a URL, and waits for guards and handlers wherever they run.
    ///
    /// `URL` encodes every `%` of a text anew once one of them is malformed, so that the two may differ there.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - extras: Values that hide those of the path and the query.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ url: URL, extras: [String: String] = [:]) async -> RouteOutcome {
        await open(url.absoluteString, extras: extras)
    }

    /// Opens a URL for a caller that cannot wait.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - extras: Values that hide those of the path and the query.
    ///   - isolation: Where the caller runs.
    /// - Returns: What became of it.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], isolation: isolated (any Actor)? = #isolation
    ) -> RouteOutcome {
        open(url.absoluteString, extras: extras, isolation: isolation)
    }

    /// Whether a route fits a URL.
    ///
    /// No guard and no handler is asked.
    public func canOpen(_ url: URL) -> Bool {
        canOpen(url.absoluteString)
    }
}
