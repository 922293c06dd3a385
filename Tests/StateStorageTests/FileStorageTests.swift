import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage
import Testing

@Suite("File storage")
struct FileStorageTests {
    private let folder = TemporaryFolder()
    private let states = ObserverCenter()
    private let errors = Recording<StorageError>()

    private func open(limit: Int = ValueStorage.defaultLimit) throws(StorageError) -> FileStorage {
        try FileStorage(folder.url, limit: limit, clock: ManualClock()) { [errors] in errors.append($0) }
    }

    @Test("Values are there when keep returns, in a new center")
    func loading() async throws {
        let storage = try open()
        try states.keep(.cart, .settings, in: storage)
        states.set(.cart, to: Cart(items: ["lamp"]))
        states.set(.settings[\.isDark], to: true)
        try await storage.close()
        let later = ObserverCenter()
        try later.keep(.cart, .settings, in: open())
        #expect(later[.cart] == Cart(items: ["lamp"]))
        #expect(later[.settings] == Settings(isDark: true))
        #expect(errors.values.isEmpty)
    }

    @Test("Optionals, numbers that are not finite and texts are stored")
    func values() async throws {
        let storage = try open()
        try states.keep(.user, .settings, .text, in: storage)
        states.set(.user, to: nil)
        states.set(.settings[\.size], to: -.infinity)
        states.set(.text, to: "a \"b\" \n 👩‍👩‍👧 \u{0}")
        try await storage.close()
        let later = ObserverCenter()
        try later.keep(.user, .settings, .text, in: open())
        #expect(later[.user] == nil)
        #expect(later[.settings].size == -.infinity)
        #expect(later[.text] == "a \"b\" \n 👩‍👩‍👧 \u{0}")
    }

    @Test("A file is replaced by a new one, and never changed")
    func replacing() async throws {
        let storage = try open()
        try states.keep(.count, in: storage)
        states.set(.count, to: 1)
        try await storage.flush()
        let old = try FileHandle(forReadingFrom: folder.file("count.json"))
        states.set(.count, to: 2)
        try await storage.flush()
        #expect(try old.readToEnd() == Data(#"{"value":1,"version":1}"#.utf8))
        #expect(folder.text("count.json") == #"{"value":2,"version":1}"#)
        #expect(folder.names == ["count.json"])
    }

    @Test("Files are readable by the user only")
    func permissions() async throws {
        let storage = try open()
        try states.keep(.count, in: storage)
        states.set(.count, to: 1)
        try await storage.flush()
        let manager = FileManager.default
        for (path, mode) in [(folder.url.path, 0o700), (folder.file("count.json").path, 0o600)] {
            #expect(try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
        }
    }

    @Test(
        "A file that cannot be read is moved aside and reported, and the default holds",
        arguments: ["", "{", "\u{0}", "[]", #"{"version":1}"#, #"{"version":1,"value":"x"}"#, #"{"value":7}"#])
    func unreadableFiles(text: String) async throws {
        try folder.write(text, to: "count.json")
        let storage = try open()
        try states.keep(.count, in: storage)
        #expect(states[.count] == 0)
        let place = folder.file("count.json.unreadable-1").path
        #expect(errors.values.map(\.reason) == [.unreadable])
        #expect(errors.values.first?.state == "count")
        #expect(errors.values.first?.movedTo == place)
        #expect(folder.text("count.json.unreadable-1") == text)
        states.set(.count, to: 5)
        try await storage.flush()
        #expect(folder.text("count.json") == #"{"value":5,"version":1}"#)
    }

    @Test("Folders, pipes and links in place of a file are neither followed nor waited for")
    func placesThatAreNoFiles() throws {
        try folder.write(#"{"value":"root","version":1}"#, to: "other")
        let manager = FileManager.default
        try manager.createDirectory(at: folder.file("count.json"), withIntermediateDirectories: false)
        try #require(mkfifo(folder.file("text.json").path, 0o600) == 0)
        try manager.createSymbolicLink(atPath: folder.file("cart.json").path, withDestinationPath: "/dev/zero")
        try manager.createSymbolicLink(
            atPath: folder.file("user.json").path, withDestinationPath: folder.file("other").path)
        try states.keep(.count, .text, .cart, .user, in: open())
        #expect(errors.values.map(\.reason) == Array(repeating: .unreadable, count: 4))
        #expect(states[.user] == "guest")
        #expect(
            folder.names == [
                "cart.json.unreadable-1", "count.json.unreadable-1", "other", "text.json.unreadable-1",
                "user.json.unreadable-1",
            ])
    }

    @Test("Files that were moved aside are kept, and the last of nine is replaced")
    func asideLimit() async throws {
        for number in 1...11 {
            try folder.write("broken \(number)", to: "count.json")
            let storage = try open()
            let center = ObserverCenter()
            try center.keep(.count, in: storage)
            try await storage.close()
        }
        #expect(folder.names == (1...9).map { "count.json.unreadable-\($0)" })
        #expect(folder.text("count.json.unreadable-1") == "broken 1")
        #expect(folder.text("count.json.unreadable-9") == "broken 11")
    }

    @Test("A value beyond the limit is refused and reported, and the old file stays")
    func limit() async throws {
        let storage = try open(limit: 100)
        try states.keep(.text, in: storage)
        states.set(.text, to: "short")
        try await storage.flush()
        states.set(.text, to: String(repeating: "x", count: 100))
        await #expect(throws: StorageError.self) { try await storage.flush() }
        #expect(errors.values.map(\.reason) == [.tooLarge])
        #expect(folder.text("text.json") == #"{"value":"short","version":1}"#)
        states.set(.text, to: "short again")
        try await storage.flush()
        #expect(folder.text("text.json") == #"{"value":"short again","version":1}"#)
    }

    @Test("A file beyond the limit is not read")
    func limitOfReading() throws {
        try folder.write(#"{"value":"\#(String(repeating: "x", count: 100))","version":1}"#, to: "text.json")
        try states.keep(.text, in: open(limit: 100))
        #expect(states[.text] == "")
        #expect(errors.values.map(\.reason) == [.tooLarge])
        #expect(folder.names == ["text.json.unreadable-1"])
    }

    @Test("A second storage of a folder is refused, until the first is closed or released")
    func locking() async throws {
        let storage = try open()
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.reason == .inUse)
        let path = folder.file(".lock").path
        #expect(error?.details == "this process has \(path): close the other storage first")
        try await storage.close()
        _ = try open()
        let last = try open()
        #expect(throws: StorageError.self) { try open() }
        try await last.close()
    }

    @Test("A place that cannot be a folder is an error")
    func unusableFolder() throws {
        try folder.write("", to: "file")
        let reasons = try ["file", "file/below"].map { name in
            try #require(throws: StorageError.self) { try FileStorage(folder.file(name)) }.reason
        }
        #expect(reasons == [.noFolder, .noFolder])
        let address = try #require(URL(string: "https://shop.example/states"))
        #expect(throws: StorageError.self) { try FileStorage(address) }
    }

    @Test("While the folder is gone, flush throws, and a later change is written when it is there again")
    func removedFolder() async throws {
        let storage = try open()
        try states.keep(.count, .text, in: storage)
        states.set(.count, to: 1)
        try await storage.flush()
        try FileManager.default.removeItem(at: folder.url)
        states.set(.count, to: 2)
        await #expect(throws: StorageError.self) { try await storage.flush() }
        #expect(errors.values.map(\.state) == ["count"])
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: false)
        states.set(.text, to: "later")
        try await storage.flush()
        #expect(folder.names == ["count.json", "text.json"])
        #expect(throws: StorageError.self) { try open() }
    }

    @Test("A folder that another storage took meanwhile is not written")
    func foreignFolder() async throws {
        let storage = try open()
        try states.keep(.count, in: storage)
        try FileManager.default.removeItem(at: folder.url)
        let other = try open()
        states.set(.count, to: 2)
        await #expect(throws: StorageError.self) { try await storage.flush() }
        #expect(errors.values.map(\.reason) == [.inUse])
        #expect(folder.names == [])
        try await other.close()
        try await storage.flush()
        #expect(folder.names == ["count.json"])
    }

    @Test("A value that cannot be written leaves the file as it was")
    func blockedFile() async throws {
        let storage = try open()
        try states.keep(.count, in: storage)
        states.set(.count, to: 1)
        try await storage.flush()
        let blocking = folder.file(".count.json.new")
        try FileManager.default.createDirectory(at: blocking, withIntermediateDirectories: false)
        states.set(.count, to: 2)
        let error = await #expect(throws: StorageError.self) { try await storage.flush() }
        #expect(error?.reason == .notWritten)
        #expect(folder.text("count.json") == #"{"value":1,"version":1}"#)
        try FileManager.default.removeItem(at: blocking)
        try await storage.flush()
        #expect(folder.text("count.json") == #"{"value":2,"version":1}"#)
    }

    @Test("After the folder was removed and made again, all kept states are written again, which is reported once")
    func replacedFolder() async throws {
        let storage = try open()
        try states.keep(.count, .text, in: storage)
        states.set(.count, to: 1)
        states.set(.text, to: "a")
        try await storage.flush()
        try FileManager.default.removeItem(at: folder.url)
        states.set(.count, to: 2)
        let error = await #expect(throws: StorageError.self) { try await storage.flush() }
        #expect(error?.reason == .noFolder)
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: false)
        try await storage.flush()
        #expect(folder.names == ["count.json", "text.json"])
        #expect(errors.values.map(\.reason) == [.noFolder, .folderReplaced])
        #expect(errors.values.last?.details == folder.url.path)
        states.set(.count, to: 3)
        try await storage.flush()
        #expect(errors.values.count == 2)
        try await storage.close()
    }
}
