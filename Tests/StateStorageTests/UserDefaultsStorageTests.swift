import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage
import Testing

@Suite("Storage in user defaults")
struct UserDefaultsStorageTests {
    private let suite = "signalbox-tests-\(UUID().uuidString)"

    private func withDefaults(_ body: (UserDefaults) async throws -> Void) async throws {
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        try await body(defaults)
    }

    @Test("Values are there when keep returns, in a new center")
    func loading() async throws {
        try await withDefaults { defaults in
            let states = ObserverCenter()
            let storage = UserDefaultsStorage(defaults, prefix: "app.", clock: ManualClock())
            try states.keep(.settings, .count, in: storage)
            states.set(.settings[\.isDark], to: true)
            try await storage.close()
            #expect(defaults.data(forKey: "app.count") == nil)
            let later = ObserverCenter()
            try later.keep(.settings, .count, in: UserDefaultsStorage(defaults, prefix: "app."))
            #expect(later[.settings].isDark)
        }
    }

    @Test("An entry that cannot be read is moved aside and reported")
    func unreadableEntries() async throws {
        try await withDefaults { defaults in
            defaults.set("text", forKey: "state.count")
            defaults.set(Data("{".utf8), forKey: "state.text")
            defaults.set(Data(repeating: 32, count: 101), forKey: "state.cart")
            let (states, errors) = (ObserverCenter(), Recording<StorageError>())
            let storage = UserDefaultsStorage(defaults, limit: 100) { errors.append($0) }
            try states.keep(.count, .text, .cart, in: storage)
            #expect(errors.values.map(\.reason) == [.unreadable, .unreadable, .tooLarge])
            #expect(errors.values.map(\.movedTo).first == "state.count!unreadable")
            #expect(defaults.string(forKey: "state.count!unreadable") == "text")
            #expect(defaults.object(forKey: "state.count") == nil)
        }
    }
}
