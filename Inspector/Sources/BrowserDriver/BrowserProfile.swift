public import Foundation

/// A profile of the browser, as another person would have: its tabs share cookies and storage.
///
/// It lasts until `close()`, or until the browser ends.
public struct BrowserProfile: Sendable {
    let browser: Browser
    let context: JSON

    /// Opens a tab.
    ///
    /// - Parameters:
    ///   - address: The address of the first page.
    ///   - origin: The beginning of all addresses of the tab, so that paths are enough.
    ///   - hasJavaScript: Whether the pages run scripts.
    ///   - failures: The folder that gets a picture of a page on which a condition did not come true.
    /// - Returns: The tab, once its page is complete.
    /// - Throws: A failure of the browser.
    public func tab(
        _ address: String, at origin: String = "", hasJavaScript: Bool = true, keepingFailuresIn failures: URL? = nil
    ) async throws -> BrowserTab {
        let page: JSON = ["url": "about:blank", "browserContextId": context]
        let target = try await browser.call("Target.createTarget", page)["targetId"]
        let attached = try await browser.call("Target.attachToTarget", ["targetId": target, "flatten": true])
        guard let session = attached["sessionId"].text else { throw Browser.Failure(description: "no tab was opened") }
        let tab = BrowserTab(
            browser: browser, session: session, origin: origin, hasJavaScript: hasJavaScript, failures: failures)
        _ = try await tab.call("Page.enable")
        if !hasJavaScript { _ = try await tab.call("Emulation.setScriptExecutionDisabled", ["value": true]) }
        try await tab.open(address)
        return tab
    }

    /// Returns the tab that a click has opened, once its address begins with a text.
    ///
    /// - Throws: A failure after twenty seconds.
    public func openedTab(at address: String) async throws -> BrowserTab {
        let deadline = ContinuousClock.now + .seconds(20)
        repeat {
            guard case .list(let targets) = try await browser.call("Target.getTargets")["targetInfos"] else { continue }
            let found = targets.first {
                $0["browserContextId"] == context && $0["url"].text?.hasPrefix(address) == true
            }
            guard let found else { continue }
            let attached = try await browser.call(
                "Target.attachToTarget", ["targetId": found["targetId"], "flatten": true])
            guard let session = attached["sessionId"].text else { continue }
            return BrowserTab(browser: browser, session: session, origin: "", hasJavaScript: true, failures: nil)
        } while ContinuousClock.now < deadline
        throw Browser.Failure(description: "no tab was opened at \(address)")
    }

    /// Closes all tabs of the profile, and forgets it.
    public func close() async throws {
        _ = try await browser.call("Target.disposeBrowserContext", ["browserContextId": context])
    }
}
