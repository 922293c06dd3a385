import SignalboxCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Router {
    /// Opens a URL, and awaits guards and handlers on their actors.
    ///
    /// The best route is asked first: its guards, from the outermost group inwards, then its handler. When that
    /// declines, the next route that matches is asked in the same way. Guards and handlers run in the caller's task and
    /// see when it is cancelled. In a cancelled task no guard and no handler is called, and the outcome is failed with
    /// a `CancellationError`.
    ///
    /// Extras are values that hide those of the path and the query. A payload need not be text; see
    /// ``RouteMatch/payload(as:)``.
    @discardableResult
    public func open(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        let request = OpenRequest(url: url, extras: extras, payload: payload, redirects: redirects)
        return await open(request, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Opens a URL, and awaits guards and handlers on their actors.
    ///
    /// `URL(string:)` escapes every `%` of a string again if the string has a malformed escape or a character that no URL
    /// has, such as a raw `é` or `<`. So the results for a string and for its `URL` may differ.
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        await open(
            url.absoluteString, extras: extras, payload: payload, following: redirects, fileID: fileID,
            line: line)
    }

    /// Opens a path with its query and fragment, as a server receives it.
    ///
    /// The path is opened as a URL of the router's first origin, or without a host. Patterns that name a host do not
    /// match. Redirects lead to paths, too, unless they name a whole URL.
    @discardableResult
    public func open(
        path: String, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        let request = OpenRequest(
            url: path, isPath: true, extras: extras, payload: payload, redirects: redirects)
        return await open(request, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Opens a parked navigation again, as it was opened; all guards are asked again.
    ///
    /// Redirects are followed as by the opening that was parked. The navigation has the name of the router that was
    /// opened, for an app with several.
    ///
    /// A handler may resume the navigation that was parked for it. It should do so only if the guard will let it pass.
    /// Otherwise it is parked again. Sixteen resumptions may be nested in this way, also if the navigation is stored
    /// and read in between; the next one does not open it, and its outcome has a ``RedirectError``.
    @discardableResult
    public func resume(
        _ parked: ParkedNavigation, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        await resume(parked, following: parked.redirectPolicy, fileID: fileID, line: line)
    }

    /// Opens a parked navigation again, with another policy of redirects than it was opened with.
    @discardableResult
    public func resume(
        _ parked: ParkedNavigation, following redirects: RedirectPolicy,
        fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        var request = parked.request
        request.redirects = redirects
        guard request.resumptionCount <= ParkedNavigation.maximumResumptions else {
            let error = RedirectError(reason: .tooManyResumptions, target: parked.url, parked: parked)
            return RouteOutcome(result: .failed(error))
        }
        return await open(request, at: SourceLocation(fileID: fileID, line: line))
    }
}

/// Opening for callers that cannot wait.
///
/// Routes are asked in their order, as long as nothing has to be awaited. The first that has a guard, an asynchronous
/// handler or one on another actor than the caller's ends the opening with ``RouteOutcome/Result/needsAwait``.
///
/// In an asynchronous function, call `await router.open(url)` instead, which asks all of them.
extension Router {
    /// Opens a URL for a caller that cannot wait; see ``RouteOutcome/Result/needsAwait``.
    @available(*, noasync, message: "call `await router.open(…)`, which can wait for guards and handlers")
    @discardableResult
    public func openNow(
        _ url: String, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        let request = OpenRequest(url: url, extras: extras, payload: payload, redirects: redirects)
        return open(request, at: SourceLocation(fileID: fileID, line: line), on: isolation)
    }

    /// Opens a URL for a caller that cannot wait; see ``RouteOutcome/Result/needsAwait``.
    @available(*, noasync, message: "call `await router.open(…)`, which can wait for guards and handlers")
    @discardableResult
    public func openNow(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        openNow(
            url.absoluteString, extras: extras, payload: payload, following: redirects,
            isolation: isolation, fileID: fileID, line: line)
    }

    /// Opens a path for a caller that cannot wait; see ``RouteOutcome/Result/needsAwait``.
    @available(*, noasync, message: "call `await router.open(…)`, which can wait for guards and handlers")
    @discardableResult
    public func openNow(
        path: String, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        let request = OpenRequest(
            url: path, isPath: true, extras: extras, payload: payload, redirects: redirects)
        return open(request, at: SourceLocation(fileID: fileID, line: line), on: isolation)
    }
}

extension Router {
    /// Returns whether a route of the router, or of its fallback, matches a URL.
    ///
    /// No guard and no handler is called, and a redirect counts as any other route. Allocates nothing if the URL has no
    /// escapes.
    public func canOpen(_ url: String) -> Bool {
        guard let address = try? URLText(url) else { return false }
        return chain.contains { $0.matches(address) }
    }

    /// Returns whether a route matches a URL; see ``canOpen(_:)-(String)``.
    public func canOpen(_ url: URL) -> Bool { canOpen(url.absoluteString) }

    private func matches(_ address: URLText) -> Bool {
        addressing.path(of: address).flatMap { table.tree.best($0, of: address) } != nil
    }
}
