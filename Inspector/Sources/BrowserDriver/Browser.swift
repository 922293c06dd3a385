import Foundation
import Synchronization

/// A headless Chromium, driven over the pipe of its DevTools protocol: messages are JSON that ends with a zero byte.
///
/// The browser ends with this process, since its pipe does.
public final class Browser: Sendable {
    /// The command that failed in the browser.
    public struct Failure: Error, CustomStringConvertible {
        /// One sentence.
        public let description: String
    }

    private struct State {
        var lastID = 0
        var waiting: [Int: CheckedContinuation<JSON, any Error>] = [:]
        var rest = Data()
    }

    /// The browser of all tests, started by the first one.
    public static let shared = Task { try Browser() }

    /// Where Chromium is, if it is installed.
    public static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private let input: FileHandle
    private let state = Mutex(State())

    private init() throws {
        guard let path = Self.path else { throw Failure(description: "Chromium is not installed") }
        let (commands, answers) = (Pipe(), Pipe())
        let profile = FileManager.default.temporaryDirectory.appending(path: "signalbox-browser-\(UUID().uuidString)")
        let flags = [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
            "--remote-debugging-pipe", "--user-data-dir=\(profile.path)", "--disable-background-timer-throttling",
            "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding", "--hide-scrollbars",
            // A page in that cache would never answer what it was asked before.
            "--disable-features=BackForwardCache",
        ]
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // The protocol is spoken on the descriptors 3 and 4. The shell outlives this process, and removes the profile.
        let line = #"profile="$1"; shift; "$@" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null; rm -rf "$profile""#
        process.arguments = ["-c", line, "sh", profile.path, path] + flags
        process.standardInput = commands
        process.standardOutput = answers
        input = commands.fileHandleForWriting
        try process.run()
        let output = answers.fileHandleForReading
        // A thread of its own: reading blocks.
        Thread.detachNewThread { [self] in
            while true {
                let data = output.availableData
                if data.isEmpty { break }
                take(data)
            }
            end()
        }
    }

    /// Calls a method of the protocol, and waits for its answer.
    public func call(_ method: String, _ params: JSON = [:], in session: String? = nil) async throws -> JSON {
        try await withCheckedThrowingContinuation { continuation in
            let id = state.withLock { state in
                state.lastID += 1
                state.waiting[state.lastID] = continuation
                return state.lastID
            }
            var message: [String: JSON] = [
                "id": .number(Double(id)), "method": .text(method), "params": params,
            ]
            if let session { message["sessionId"] = .text(session) }
            do {
                try input.write(contentsOf: JSONEncoder().encode(message) + [0])
            } catch {
                state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: error)
            }
        }
    }

    /// Makes a profile, which shares no cookie and no storage with others.
    public func makeProfile() async throws -> BrowserProfile {
        let context = try await call("Target.createBrowserContext")["browserContextId"]
        return BrowserProfile(browser: self, context: context)
    }

    /// Opens a tab with a profile of its own at an address.
    public func tab(_ address: String) async throws -> BrowserTab {
        try await makeProfile().tab(address)
    }

    private func take(_ data: Data) {
        let messages = state.withLock { state in
            state.rest.append(data)
            var parts = state.rest.split(separator: 0, omittingEmptySubsequences: false).map { Data($0) }
            state.rest = parts.removeLast()
            return parts
        }
        for message in messages {
            guard let json = try? JSONDecoder().decode(JSON.self, from: message), let id = json["id"].number else {
                continue
            }
            let continuation = state.withLock { $0.waiting.removeValue(forKey: Int(id)) }
            if let problem = json["error"]["message"].text {
                continuation?.resume(throwing: Failure(description: problem))
            } else {
                continuation?.resume(returning: json["result"])
            }
        }
    }

    private func end() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(throwing: Failure(description: "Chromium has ended")) }
    }
}
