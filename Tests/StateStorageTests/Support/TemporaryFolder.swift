import Foundation

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
