import Foundation
import Synchronization

/// The source files of the app, where they are on the machine on which it runs.
final class SourceFiles: Sendable {
    /// A line of a file.
    struct Line: Sendable, Equatable {
        let path: String
        let number: Int
    }

    /// The largest number of files and folders that are looked at.
    private static let limit = 200_000

    /// The folder of the repository, or else of the package, around a file; `nil` without one.
    let root: URL?

    /// The Swift files by their names, once they were looked for.
    private let index = Mutex<[String: [URL]]?>(nil)

    /// Looks for the repository around a file.
    init(around file: String) {
        // Of a path that is not absolute, the folder is not known.
        let path = file.hasPrefix("/") ? file.split(separator: "/").dropLast() : []
        let folders = path.indices.reversed().map { URL(filePath: "/" + path[...$0].joined(separator: "/")) }
        root =
            folders.first { Self.contains(".git", in: $0) } ?? folders.first { Self.contains("Package.swift", in: $0) }
    }

    private static func contains(_ name: String, in folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    /// Returns the line of a source location, such as `Cart/Cart.swift:14`.
    ///
    /// Only files of the repository are found: a location is compared with their names, and is no path.
    ///
    /// - Returns: `nil` if no file has the name, or if several have and none, or more than one, is in a folder of the module.
    func line(of location: String) -> Line? {
        let parts = location.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let end = parts[1].lastIndex(of: ":") else { return nil }
        let name = parts[1][..<end]
        guard name.hasSuffix(".swift"), let number = Int(parts[1][end...].dropFirst()), number > 0 else { return nil }
        let files = files(named: String(name))
        let ofModule = files.filter { $0.pathComponents.contains(String(parts[0])) }
        let found = ofModule.isEmpty ? files : ofModule
        guard found.count == 1 else { return nil }
        return Line(path: found[0].path, number: number)
    }

    /// Returns the files of a name.
    ///
    /// All files are listed once, and again where none of the name is found: it may be new.
    private func files(named name: String) -> [URL] {
        if let known = index.withLock({ $0 })?[name], known.allSatisfy(Self.exists) { return known }
        let found = allFiles()
        index.withLock { $0 = found }
        return found[name] ?? []
    }

    private static func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

    private func allFiles() -> [String: [URL]] {
        guard let root,
            let all = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        else { return [:] }
        let files = all.prefix(Self.limit).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        return Dictionary(grouping: files, by: \.lastPathComponent)
    }
}
