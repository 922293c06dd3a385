import Foundation
import Synchronization
import Testing

/// The shop as a process of its own, which can be killed and started again at the same address.
final class RunningShop: Sendable {
    let folder: URL
    private let process = Mutex<Process?>(nil)
    private let port = Mutex(0)

    var address: String { "http://127.0.0.1:\(port.withLock { $0 })" }

    fileprivate init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "storefront-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The shop of this build, or another one that the environment names.
    private static var binary: URL {
        if let path = ProcessInfo.processInfo.environment["STOREFRONT"] { return URL(filePath: path) }
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "storefront")
    }

    /// Starts the shop, and waits until it has said its address.
    func start() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.binary
        process.arguments = [
            "--port", "\(port.withLock { $0 })", "--database", folder.appending(path: "shop.sqlite").path,
        ]
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let number = line.split(separator: ":").last.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        port.withLock { [found = try #require(number)] in $0 = found }
        self.process.withLock { [process] in $0 = process }
    }

    /// Forgets all visits, as a shop does that was started on a new database.
    func forgetVisits() throws {
        kill()
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try start()
    }

    /// Ends the shop as `kill -9` does: it has no time to save anything.
    func kill() {
        process.withLock { process in
            guard let running = process else { return }
            Foundation.kill(running.processIdentifier, SIGKILL)
            running.waitUntilExit()
            process = nil
        }
    }

    fileprivate func remove() {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// A browser with a profile of its own, with which somebody visits the shop.
struct Guest: Sendable {
    let browser: Browser
    let context: JSON
    let address: String

    /// Opens a tab at a path.
    func tab(_ path: String, hasJavaScript: Bool = true) async throws -> BrowserTab {
        let target = try await browser.call(
            "Target.createTarget", ["url": "about:blank", "browserContextId": context])["targetId"]
        let attached = try await browser.call("Target.attachToTarget", ["targetId": target, "flatten": true])
        let session = try #require(attached["sessionId"].text)
        let tab = BrowserTab(browser: browser, session: session, address: address, hasJavaScript: hasJavaScript)
        if !hasJavaScript {
            _ = try await tab.call("Emulation.setScriptExecutionDisabled", ["value": true])
        }
        try await tab.open(path)
        return tab
    }
}

/// Runs a test with a shop of its own and as many guests as it wants.
func withShop(_ body: (RunningShop, _ makeGuest: () async throws -> Guest) async throws -> Void) async throws {
    let browser = try await Browser.shared.value
    let shop = try RunningShop()
    defer { shop.remove() }
    try shop.start()
    let contexts = Mutex<[JSON]>([])
    do {
        try await body(shop) {
            let context = try await browser.call("Target.createBrowserContext")["browserContextId"]
            contexts.withLock { $0.append(context) }
            return Guest(browser: browser, context: context, address: shop.address)
        }
    } catch {
        for context in contexts.withLock({ $0 }) {
            _ = try await browser.call("Target.disposeBrowserContext", ["browserContextId": context])
        }
        throw error
    }
    for context in contexts.withLock({ $0 }) {
        _ = try await browser.call("Target.disposeBrowserContext", ["browserContextId": context])
    }
}
