import BrowserDriver
import Foundation
import Testing

/// A Boolean value that indicates whether the tests run without a browser, too, and fail there.
private let isBrowserRequired = ProcessInfo.processInfo.environment["CI"] != nil

/// Tests that drive a browser.
///
/// The suites of this module run one after the other, in one browser.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: Browser.path != nil || isBrowserRequired,
        "Chromium is not installed: Checks/install-browser, or apt-get install chromium"))
struct BrowserTests {}
