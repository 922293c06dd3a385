#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Router {
    /// Whether a route fits a URL, or the place that a redirect leads to.
    ///
    /// No guard and no handler is asked, and nothing is remembered. A redirect that a function decides counts as fitting, and so
    /// does a typed route whose pattern fits.
    public func canOpen(_ url: String) -> Bool {
        guard let address = try? URLText(url) else { return false }
        var router = self
        while true {
            // A URL that leads to a handler at once needs no journey, and nothing is allocated.
            switch router.leadsToHandler(address) {
            case true?: return true
            case false?: return hasHandler(behindRedirectsOf: url)
            case nil: break
            }
            guard let fallback = router.fallback else { return false }
            router = fallback
        }
    }

    /// Whether the best route has a handler, and not a redirect; `nil` when there is none.
    private func leadsToHandler(_ address: URLText) -> Bool? {
        let table = snapshot.table
        guard let path = addressing.path(of: address), let hit = table.index.matcher.best(path, of: address) else {
            return nil
        }
        if case .redirect = table.values[hit.route].action { return false }
        return true
    }

    private func hasHandler(behindRedirectsOf url: String) -> Bool {
        let journey = Journey(OpenRequest(url: url), from: self)
        while true {
            switch journey.next() {
            case .ask(let sentinel, _): journey.take(.proceed, of: sentinel)
            case .call: return true
            case .tell, .end: return false
            }
        }
    }
}

extension Router {
    /// Opens a URL, and waits for guards and handlers wherever they run.
    ///
    /// `URL` encodes every `%` of a text anew once one of them is malformed, so that the two may differ there.
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, fileID: StaticString = #fileID, line: Int = #line
    ) async -> RouteOutcome {
        await open(
            url.absoluteString, extras: extras, payload: payload, sticky: sticky, following: redirects, fileID: fileID,
            line: line)
    }

    /// Opens a URL for a caller that cannot wait.
    @available(*, noasync, message: "await the asynchronous form, from inside an asynchronous function")
    @discardableResult
    public func open(
        _ url: URL, extras: [String: String] = [:], payload: (any Sendable)? = nil, sticky: [String: String] = [:],
        following redirects: RedirectPolicy = .all, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line
    ) -> RouteOutcome {
        open(
            url.absoluteString, extras: extras, payload: payload, sticky: sticky, following: redirects,
            isolation: isolation, fileID: fileID, line: line)
    }

    /// Whether a route matches a URL, or the place that a redirect leads to.
    ///
    /// No guard and no handler is called. A redirect that a function decides counts as matching, and so does a typed route
    /// whose pattern matches.
    public func canOpen(_ url: URL) -> Bool {
        canOpen(url.absoluteString)
    }
}
