import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage
import Testing

@Suite("Versions of stored values")
struct VersionTests {
    private struct Failure: Error {}

    private let folder = TemporaryFolder()
    private let states = ObserverCenter()
    private let errors = Recording<StorageError>()

    private func open() throws(StorageError) -> FileStorage {
        try FileStorage(folder.url, clock: ManualClock()) { [errors] in errors.append($0) }
    }

    @Test("A migration converts a value of an earlier version, which is then stored in the new one")
    func migration() async throws {
        try folder.write(#"{"value":{"items":["lamp"]},"version":1}"#, to: "cart.json")
        let storage = try open()
        try states.keep(laterCart, version: 2, in: storage) { old in
            #expect(old.version == 1)
            return Dictionary(uniqueKeysWithValues: try old.decode(Cart.self).items.map { ($0, 1) })
        }
        #expect(states[laterCart] == ["lamp": 1])
        try await storage.close()
        #expect(folder.text("cart.json") == #"{"value":{"lamp":1},"version":2}"#)
        #expect(errors.values.isEmpty)
    }

    @Test("A migration is not asked for a value of the current version")
    func currentVersion() throws {
        try folder.write(#"{"value":7,"version":2}"#, to: "count.json")
        try states.keep(.count, version: 2, in: open()) { _ in throw Failure() }
        #expect(states[.count] == 7)
    }

    @Test(
        "A value of a version that cannot be read is moved aside",
        arguments: [(1, StorageError.Reason.earlierVersion), (3, .laterVersion)])
    func otherVersions(version: Int, reason: StorageError.Reason) throws {
        try folder.write(#"{"value":7,"version":\#(version)}"#, to: "count.json")
        try states.keep(.count, version: 2, in: open())
        #expect(states[.count] == 0)
        #expect(errors.values.map(\.reason) == [reason])
        #expect(folder.names == ["count.json.unreadable-1"])
    }

    @Test("A value whose migration fails is moved aside")
    func failingMigration() throws {
        try folder.write(#"{"value":7,"version":1}"#, to: "count.json")
        try states.keep(.count, version: 2, in: open()) { old in
            if try old.decode(Int.self) == 7 { throw Failure() }
            return 1
        }
        #expect(states[.count] == 0)
        #expect(errors.values.map(\.reason) == [.unreadable])
    }
}
