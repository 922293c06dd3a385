import BrowserDriver
import Foundation
import Synchronization
import Testing

/// The shop as a process of its own, which can be killed and started again at the same address.
final class RunningShop: Sendable {
    let folder: URL
    private let others = Mutex<[RunningShop]>([])
    private let process = Mutex<Process?>(nil)
    private let port = Mutex(0)
    private let output = Mutex<[Substring]>([])

    /// The options of each start, besides those of one start.
    private let options: [String]

    /// The lines that it printed when it was started.
    var lines: [Substring] { output.withLock { $0 } }

    /// The number of the process; `nil` while it does not run.
    var processID: Int32? { process.withLock { $0?.processIdentifier } }

    var address: String { "http://127.0.0.1:\(port.withLock { $0 })" }

    fileprivate init(options: [String]) throws {
        self.options = options
        folder = FileManager.default.temporaryDirectory.appending(path: "storefront-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private init(beside first: RunningShop) {
        folder = first.folder
        options = first.options
    }

    /// Starts another process of the shop, on the same database and the same log.
    func startAnother() throws -> RunningShop {
        let other = RunningShop(beside: self)
        try other.start()
        others.withLock { $0.append(other) }
        return other
    }

    /// The shop of this build, or another one that the environment names.
    private static var binary: URL {
        if let path = ProcessInfo.processInfo.environment["STOREFRONT"] { return URL(filePath: path) }
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "storefront")
    }

    /// Starts the shop, and waits until it has said its address.
    func start(_ options: String...) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.binary
        let database = folder.appending(path: "shop.sqlite").path
        process.arguments = ["--port", "\(port.withLock { $0 })", "--database", database] + self.options + options
        process.standardOutput = output
        try process.run()
        let lines = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).split(separator: "\n")
        let number = lines.first?.split(separator: ":").last.flatMap { Int($0) }
        self.output.withLock { $0 = lines }
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
        for other in others.withLock({ $0 }) { other.kill() }
        try? FileManager.default.removeItem(at: folder)
    }
}

/// A browser with a profile of its own, with which somebody visits the shop.
struct Guest: Sendable {
    /// The folder for pictures of pages on which a test has failed.
    private static let failures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/failed-pages")

    let profile: BrowserProfile
    let address: String

    /// Opens a tab at a path.
    func tab(_ path: String, hasJavaScript: Bool = true) async throws -> BrowserTab {
        try await profile.tab(
            path, at: address, hasJavaScript: hasJavaScript, keepingFailuresIn: Self.failures)
    }
}

/// Runs a test with a shop of its own and as many guests as it wants.
///
/// - Parameters:
///   - options: The options of the shop.
///   - body: The test.
/// - Throws: An error of the test, or of the browser.
func withShop(
    _ options: [String] = [], _ body: (RunningShop, _ makeGuest: () async throws -> Guest) async throws -> Void
) async throws {
    let browser = try await Browser.shared.value
    let shop = try RunningShop(options: options)
    defer { shop.remove() }
    try shop.start()
    let profiles = Mutex<[BrowserProfile]>([])
    let result: Result<Void, any Error>
    do {
        try await body(shop) {
            let profile = try await browser.makeProfile()
            profiles.withLock { $0.append(profile) }
            return Guest(profile: profile, address: shop.address)
        }
        result = .success(())
    } catch {
        result = .failure(error)
    }
    for profile in profiles.withLock({ $0 }) { try await profile.close() }
    try result.get()
}
