import BrowserDriver
import Testing

/// The page of the inspector in a browser.
@Suite(
    "The page", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Browser.path != nil, "Chromium is not installed: apt-get install chromium"))
struct BrowserTests {}
