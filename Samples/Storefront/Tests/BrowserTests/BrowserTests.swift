import BrowserDriver
import Testing

/// What a browser shows.
///
/// The suites of this module run one after the other, in one browser.
@Suite(
    .serialized, .timeLimit(.minutes(1)),
    .enabled(if: Browser.path != nil, "Chromium is not installed: Checks/install-browser, or apt-get install chromium"))
struct BrowserTests {}
