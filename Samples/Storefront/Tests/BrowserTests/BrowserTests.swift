import BrowserDriver
import Foundation
import Testing

/// Tests that drive a browser.
///
/// The suites of this module run one after the other, in one browser.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: Browser.path != nil,
        "Chromium is not installed: Checks/install-browser, or apt-get install chromium"))
struct BrowserTests {}
