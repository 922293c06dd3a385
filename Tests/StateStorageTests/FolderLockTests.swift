import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage
import Testing

@Suite("The lock of a folder")
struct FolderLockTests {
    private let folder = TemporaryFolder()

    /// Duplicates the descriptor with which a file is open, as the start of a process does.
    private static func duplicateDescriptor(of file: URL) -> Int32? {
        var wanted = stat()
        guard stat(file.path, &wanted) == 0 else { return nil }
        for descriptor in Int32(0)..<1_024 {
            var found = stat()
            guard fstat(descriptor, &found) == 0 else { continue }
            if found.st_ino == wanted.st_ino, found.st_dev == wanted.st_dev { return dup(descriptor) }
        }
        return nil
    }

    @Test("A storage that is closed frees its folder, also while a process that is being started has the lock open")
    func duplicatedDescriptor() async throws {
        let storage = try FileStorage(folder.url, clock: ManualClock())
        let duplicate = try #require(Self.duplicateDescriptor(of: folder.file(".lock")))
        defer { close(duplicate) }
        try await storage.close()
        let next = try FileStorage(folder.url, clock: ManualClock())
        try await next.close()
    }

    @Test("An error names the other process that has the lock, also if it has the identifier of this one")
    func otherProcess() async throws {
        let process = ProcessInfo.processInfo.processIdentifier
        let storage = try FileStorage(folder.url, clock: ManualClock())
        for text in ["\(process) of another container", "\(process)"] {
            try folder.write(text, to: ".lock")
            let error = #expect(throws: StorageError.self) { try FileStorage(folder.url, clock: ManualClock()) }
            #expect(error?.details == "process \(process) has \(folder.file(".lock").path)")
        }
        try await storage.close()
    }
}
