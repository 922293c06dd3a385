import Dispatchers
import Foundation

/// A state of one center that is kept in a storage.
final class KeptValue<Value: Codable & Sendable>: KeptState {
    /// A value that is not stored yet.
    private struct Unsaved: Sendable {
        let value: Value

        /// A Boolean value that indicates whether this value, or a later one, was encoded to be written.
        var isEncoded = false
    }

    private struct State: Sendable {
        /// The value that was stored when it began, until it is set.
        var loaded: Value?

        /// A Boolean value that indicates whether the stored value was erased, so that the default need not be stored.
        var isErased = false

        /// A Boolean value that indicates whether its last value was erased after its center had ended.
        var isDropped = false

        /// A Boolean value that indicates whether a value of a center below was reported.
        var hasReportedLoss = false

        /// Keeps the state in its center.
        var keeper: StateKeeper?

        /// The last value that was delivered, until it is stored: the center may be released before.
        var unsaved: Unsaved?
        var registration: Registration?

        /// Returns `true` at the first call.
        mutating func admitLoss() -> Bool {
            defer { hasReportedLoss = true }
            return !hasReportedLoss
        }
    }

    let name: String
    let id: String
    private let fileID: StaticString
    private let line: Int
    private let key: StateKey<Value>
    private let version: Int
    private let migrate: (@Sendable (StoredValue) throws -> Value)?
    private weak let center: ObserverCenter?
    private let hasParent: Bool
    private let state = Protected(State())

    init(
        _ key: StateKey<Value>, version: Int = 1, of center: ObserverCenter, fileID: StaticString, line: Int,
        migrating migrate: (@Sendable (StoredValue) throws -> Value)? = nil
    ) {
        self.key = key
        self.version = version
        self.center = center
        hasParent = center.hasParent
        self.fileID = fileID
        self.line = line
        self.migrate = migrate
        name = key.name
        id = StateName.id(name)
    }

    var location: SourceLocation { SourceLocation(fileID: fileID, line: line) }

    var hasEnded: Bool { center?.isClosed ?? true }

    var hasUndeliveredChanges: Bool {
        guard let center else { return false }
        return center.hasUndeliveredChanges(of: key) && !center.inherits(key)
    }

    func load(_ data: Data) throws(StorageError) {
        let value = try decode(data)
        state.withLock { $0.loaded = value }
    }

    private func decode(_ data: Data) throws(StorageError) -> Value {
        do {
            let stored = try StoredValue(data)
            if stored.version == version { return try stored.decode() }
            if stored.version > version {
                throw StorageError(.laterVersion, of: name, "\(stored.version) instead of \(version)")
            }
            guard let migrate else {
                throw StorageError(.earlierVersion, of: name, "\(stored.version) instead of \(version)")
            }
            return try migrate(stored)
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.unreadable, of: name, "\(error)")
        }
    }

    private var hasLoaded: Bool { state.withLock { $0.loaded != nil } }

    func begin(in storage: ValueStorage, on isolation: isolated (any Actor)?) throws(StorageError) {
        guard let center, !center.isClosed else { throw StorageError(.closed, of: name) }
        try beginKeeping(in: center, reportingTo: storage)
        // Without a stored value, one that was set before is a change.
        let options: StateOptions = hasLoaded ? .skipsCurrent : []
        let registration = center.observe(
            key, options: options, isolation: isolation, fileID: fileID, line: line, handler(noting: storage))
        let loaded = state.withLock { state in
            state.registration = registration
            return state.loaded.take()
        }
        guard let loaded else { return }
        if center.set(key, to: loaded, isolation: isolation, fileID: fileID, line: line) { return }
        throw StorageError(center.isClosed ? .closed : .notSet, of: name)
    }

    /// Makes this the keeper of the state in its center.
    private func beginKeeping(in center: ObserverCenter, reportingTo storage: ValueStorage) throws(StorageError) {
        let keeper = StateKeeper(at: location) { [weak self, weak storage] lost in
            guard let self, let storage, state.withLock({ $0.admitLoss() }) else { return }
            storage.writer.terms.onError(.setInside(lost, of: name, keptAt: location))
        }
        if let other = center.begin(keeper, of: key) { throw StorageError(.keptElsewhere, of: name, keptAt: other) }
        state.withLock { $0.keeper = keeper }
    }

    /// Returns the observer, which runs on the thread that delivers.
    private nonisolated func handler(noting storage: ValueStorage) -> @Sendable (StateChange<Value>) -> Void {
        { [self] change in
            // What the parent has is not a value of this center.
            if center?.inherits(key) ?? false { return }
            note(change.new)
            storage.writer.noteChange(of: id)
        }
    }

    private func note(_ value: Value) {
        let old = state.withLock { state in
            let old = state.unsaved
            state.unsaved = Unsaved(value: value)
            state.isDropped = false
            return old
        }
        withExtendedLifetime(old) {}
    }

    func end() {
        let (registration, keeper) = state.withLock { ($0.registration.take(), $0.keeper.take()) }
        registration?.cancel()
        if let keeper { center?.end(keeper, of: key) }
    }

    func erase(on isolation: isolated (any Actor)?) {
        state.withLock { $0.isErased = true }
        if center?.reset(key, isolation: isolation, fileID: fileID, line: line) == true { return }
        let old = state.withLock { state in
            state.isDropped = true
            return state.unsaved.take()
        }
        withExtendedLifetime(old) {}
    }

    func encodeToStore() throws -> Data? {
        state.withLock { $0.unsaved?.isEncoded = true }
        return try encode()
    }

    func encode() throws -> Data? {
        let (unsaved, isDropped) = state.withLock { ($0.unsaved, $0.isDropped) }
        if isDropped { return nil }
        // The center's value is never older than the delivered one.
        if let center, !center.inherits(key) { return try StoredValue.encode(center[key], version: version) }
        return try unsaved.map { try StoredValue.encode($0.value, version: version) }
    }

    func encodeDefault() throws -> Data? {
        if hasParent, !state.withLock({ $0.isErased }) { return nil }
        return try StoredValue.encode(key.initial, version: version)
    }

    func release() {
        let stored = state.withLock { state in
            state.unsaved?.isEncoded == true ? state.unsaved.take() : nil
        }
        withExtendedLifetime(stored) {}
    }
}

/// A state that is kept in a storage, without its type.
protocol KeptState: AnyObject, Sendable {
    /// The name under which it is stored.
    var name: String { get }

    /// Its name in lowercase, by which the storage finds it: some file systems do not distinguish case.
    var id: String { get }

    /// The source location of `keep`.
    var location: SourceLocation { get }

    /// A Boolean value that indicates whether its center was closed or released.
    var hasEnded: Bool { get }

    /// A Boolean value that indicates whether it was set, and a thread is yet to report that.
    var hasUndeliveredChanges: Bool { get }

    /// Decodes the stored value, to be set by `begin`.
    func load(_ data: Data) throws(StorageError)

    /// Sets the stored value, and reports changes to a storage from now on.
    func begin(in storage: ValueStorage, on isolation: isolated (any Actor)?) throws(StorageError)

    /// Ends reporting changes.
    func end()

    /// Sets the state to its default, since the stored value is being erased.
    func erase(on isolation: isolated (any Actor)?)

    /// Returns the bytes of the current value; `nil` if the center has none of its own, or was released and its last value is stored.
    func encode() throws -> Data?

    /// Returns the bytes of the current value, which are written next; see `release`.
    func encodeToStore() throws -> Data?

    /// Returns the bytes of the value that the state has while nothing is stored; `nil` if that is the value of a parent.
    func encodeDefault() throws -> Data?

    /// Releases the value that `encodeToStore` returned last, since it is stored.
    func release()
}
