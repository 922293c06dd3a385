import Foundation

/// A folder that is removed with its owner.
final class Folder {
    let url = URL.temporaryDirectory.appending(path: UUID().uuidString)

    /// The path of a log in the folder.
    var path: String { url.appending(path: "log.sqlite").path }

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
