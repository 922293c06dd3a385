public import Foundation

extension Router {
    /// Opens a URL, and waits for guards and handlers wherever they run.
    ///
    /// `URL` encodes every `%` of a text anew once one of them is malformed, so that the two may differ there.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - extras: Values that hide those of the path and the query.
    ///   - payload: A value for the handler that need not be text; see ``RouteMatch/payload(as:)``.
    /// - Returns: What became of it.
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil
    ) async -> RouteOutcome {
        await open(url.absoluteString, extras: extras, payload: payload)
    }

    /// Opens a URL for a caller that cannot wait.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - extras: Values that hide those of the path and the query.
    ///   - payload: A value for the handler that need not be text; see ``RouteMatch/payload(as:)``.
    ///   - isolation: Where the caller runs.
    /// - Returns: What became of it.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) -> RouteOutcome {
        open(url.absoluteString, extras: extras, payload: payload, isolation: isolation)
    }

    /// Whether a route fits a URL, or the place that a redirect leads to.
    ///
    /// No guard and no handler is asked, and nothing is remembered. A redirect that a function decides counts as fitting, and so
    /// does a typed route whose pattern fits.
    public func canOpen(_ url: URL) -> Bool {
        canOpen(url.absoluteString)
    }
}
