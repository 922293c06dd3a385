import Foundation
import Synchronization

/// Lines of a process in a file, which survive the process.
final class Journal: Sendable {
    private let file: Mutex<FileHandle>

    /// Opens a file, to which other processes may add lines, too.
    init(_ url: URL) throws {
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        file = Mutex(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    /// Writes a line with one call, at the end of the file.
    func write(_ line: String) {
        file.withLock { file in
            do {
                try file.write(contentsOf: Data((line + "\n").utf8))
            } catch {
                fatalError("the journal cannot be written: \(error)")
            }
        }
    }

    /// Returns the whole lines of a file.
    static func lines(_ url: URL) -> [String] {
        guard let data = try? Data(contentsOf: url) else { return [] }
        var lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        lines.removeLast()
        return lines.map(String.init)
    }
}
