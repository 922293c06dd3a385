import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage
import Testing

@Suite("Storages at random")
struct StorageModelTests {
    @Test("Centers that keep states at random have the last values, and these are stored", arguments: 1...40)
    func randomSteps(seed: UInt64) async {
        let model = StorageModel(seed: seed)
        for _ in 1...300 { await model.step() }
        await model.finish()
    }
}

/// Centers over one storage that do things at random, and the values that they must have.
final class StorageModel {
    private struct Failure: Error {}

    /// A state of the model.
    private struct Entry {
        let key: StateKey<Int>

        /// The center that keeps it now.
        var center: ObserverCenter?

        /// The value that was set last; `nil` if it never was.
        var last: Int?

        /// The version that was stored last, or is going to be.
        var version = 1
    }

    private let medium = MemoryMedium()
    private let clock = ManualClock()
    private let parent = ObserverCenter()
    private var storage: ValueStorage
    private var entries = ["a", "b", "c"].map { Entry(key: StateKey($0, default: 0)) }
    private var random: Xorshift
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        random = Xorshift(seed: seed)
        storage = .inMemory(medium, clock: clock)
        medium.isSlow = true
        for entry in entries { parent.set(entry.key, to: 9) }
    }

    /// Does one thing at random.
    func step() async {
        let index = Int.random(in: entries.indices, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4: keep(index)
        case 4..<10: set(index)
        case 10: entries[index].center = nil
        case 11: close(index)
        case 12..<15: clock.pass(.seconds(1))
        case 15: await flush()
        case 16: await reopen()
        case 17: medium.failure = medium.failure == nil ? StorageError(.notWritten) : nil
        case 18: failToKeep(index)
        default: await Task.yield()
        }
    }

    /// Closes the storage and checks what is stored.
    func finish() async {
        medium.failure = nil
        await reopen()
    }

    private func set(_ index: Int) {
        guard let center = entries[index].center else { return }
        let value = Int.random(in: 0...3, using: &random)
        #expect(center.set(entries[index].key, to: value))
        entries[index].last = value
    }

    /// Keeps a state in a new center, sometimes with a migration.
    private func keep(_ index: Int) {
        guard entries[index].center == nil else { return }
        let isChild = index == 0
        let center = isChild ? ObserverCenter(parent: parent) : ObserverCenter()
        let isMigrating = Bool.random(using: &random)
        let entry = entries[index]
        let version = isMigrating ? entry.version + 1 : entry.version
        do {
            try center.keep(entry.key, version: version, in: storage) { try $0.decode() }
        } catch {
            Issue.record("seed \(seed): \(entry.key.name) is not kept: \(error)")
            return
        }
        entries[index].version = version
        entries[index].center = center
        let expected = entry.last ?? (isChild ? 9 : 0)
        #expect(center[entry.key] == expected, "seed \(seed): \(entry.key.name)")
    }

    /// Closes the center of a state, whose changes so far are still written.
    private func close(_ index: Int) {
        entries[index].center?.close()
        // Sometimes it is released later than the next one begins.
        if Bool.random(using: &random) { closed.append(entries[index].center) }
        entries[index].center = nil
    }

    private var closed: [ObserverCenter?] = []

    /// A migration that fails while a value waits to be written.
    private func failToKeep(_ index: Int) {
        let entry = entries[index]
        guard entry.center == nil, entry.last != nil else { return }
        // The stored file cannot be moved aside then.
        guard medium.failure != nil else { return }
        let center = ObserverCenter()
        _ = try? center.keep(entry.key, version: entry.version + 1, in: storage) { _ in throw Failure() }
    }

    private func flush() async {
        guard medium.failure == nil else {
            try? await storage.flush()
            return
        }
        do {
            try await storage.flush()
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
        checkStored()
    }

    private func reopen() async {
        guard medium.failure == nil else { return }
        do {
            try await storage.close()
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
        checkStored()
        for index in entries.indices { entries[index].center = nil }
        closed = []
        storage = .inMemory(medium, clock: clock)
    }

    /// Checks that the last values are stored.
    private func checkStored() {
        for entry in entries {
            let stored = medium.text(entry.key.name).map { Data($0.utf8) }
            let value = stored.flatMap { try? JSONDecoder().decode([String: Int].self, from: $0)["value"] }
            // A default need not be stored.
            let isExpected = (value ?? 0) == (entry.last ?? 0)
            #expect(isExpected, "seed \(seed): \(entry.key.name)")
        }
    }
}
