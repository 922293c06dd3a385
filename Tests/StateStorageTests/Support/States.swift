import Dispatchers
import DispatchersTesting
import Foundation

struct Cart: Codable, Sendable, Equatable {
    var items: [String] = []
}

struct Settings: Codable, Sendable, Equatable {
    var isDark = false
    var size = 1.0
}

extension StateKeys {
    static let cart = StateKey("cart", default: Cart())
    static let settings = StateKey("settings", default: Settings())
    static let count = StateKey("count", default: 0)
    static let user = StateKey<String?>("user", default: "guest")
    static let text = StateKey("text", default: "")
}

/// Another key of the same name, as a later version of the program has.
let laterCart = StateKey("cart", default: ["none": 0])

/// A place where a thread waits until a test opens it.
final class Gate: Sendable {
    private let arrivals = Recording<Void>()
    private let semaphore = DispatchSemaphore(value: 0)

    /// Waits until the gate is opened.
    func pass() {
        arrivals.append(())
        semaphore.wait()
    }

    /// Waits until a thread is at the gate.
    func arrival() async { _ = await arrivals.first(1) }

    /// Lets one thread pass.
    func open() { semaphore.signal() }
}

/// A folder of a test, which is removed with this object.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("states-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// The names of its files, without that of the lock.
    var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return all.filter { $0 != ".lock" }.sorted()
    }

    func text(_ name: String) -> String? { try? String(contentsOf: file(name), encoding: .utf8) }

    func write(_ text: String, to name: String) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file(name))
    }
}
