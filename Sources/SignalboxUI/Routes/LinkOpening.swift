import Foundation
import Routing
import SignalboxCore

/// The opening of links by a router, for callers that cannot wait.
struct LinkOpening: Sendable {
    let router: Router
    let delivered: DeliveredLinks
    let fileID: StaticString
    let line: Int

    init(
        _ router: Router, _ delivered: DeliveredLinks = DeliveredLinks(), fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.router = router
        self.delivered = delivered
        self.fileID = fileID
        self.line = line
    }

    private var location: SourceLocation { SourceLocation(fileID: fileID, line: line) }

    /// Opens a link in a task of its own.
    @discardableResult
    func open(_ url: URL) -> Task<RouteOutcome, Never> {
        Task(name: "opening of a link") { await router.open(url, fileID: fileID, line: line) }
    }

    /// Opens a link that the system delivers, unless it delivered the same one just before.
    ///
    /// - Returns: The task in which the link is opened; `nil` for a link that was delivered before.
    @MainActor @discardableResult
    func receive(_ url: URL) -> Task<RouteOutcome, Never>? {
        guard delivered.isNew(url.absoluteString) else {
            router.recordRepeatedLink(url.absoluteString, at: location)
            return nil
        }
        return open(url)
    }

    /// Opens the web page of an activity that the system delivers, as it does with the link of a QR code.
    @MainActor @discardableResult
    func receive(webpage url: URL?) -> Task<RouteOutcome, Never>? {
        if let url { return receive(url) }
        DefaultLog.write("an activity without a web page", at: location) {
            "The system delivered a browsing activity without a URL, so no link was opened (\(location))."
        }
        return nil
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

/// The links that the system has delivered within the last two seconds.
///
/// At the launch of an app, the system may deliver one link as a URL and as an activity.
@MainActor final class DeliveredLinks {
    /// The time within which the same link is opened once.
    private static let window = Duration.seconds(2)

    private let now: @Sendable () -> Duration
    private var links: [(url: String, time: Duration)] = []

    /// - Parameter now: Returns the time since any point in the past.
    nonisolated init(now: @escaping @Sendable () -> Duration) {
        self.now = now
    }

    /// Creates a list that reads the clock of the system.
    nonisolated convenience init() {
        let start = ContinuousClock.now
        self.init { start.duration(to: .now) }
    }

    /// Adds a link; returns `false` if the system delivered the same one within the last two seconds.
    func isNew(_ url: String) -> Bool {
        let time = now()
        links.removeAll { time - $0.time >= Self.window }
        if links.contains(where: { $0.url.utf8.elementsEqual(url.utf8) }) { return false }
        links.append((url, time))
        return true
    }
}
