import Foundation
import Routing

/// The opening of links by a router, for callers that cannot wait.
struct LinkOpening: Sendable {
    let router: Router
    let fileID: StaticString
    let line: Int

    init(_ router: Router, fileID: StaticString = #fileID, line: Int = #line) {
        self.router = router
        self.fileID = fileID
        self.line = line
    }

    /// Opens a link in a task of its own.
    @discardableResult
    func open(_ url: URL) -> Task<RouteOutcome, Never> {
        Task { await router.open(url, fileID: fileID, line: line) }
    }

    /// Opens a link in a task of its own, if a route matches the link.
    ///
    /// - Returns: Whether a route matches.
    func answer(_ url: URL) -> Bool {
        guard router.canOpen(url) else { return false }
        open(url)
        return true
    }
}
