import Synchronization

/// Counts the sign-ins that are tried, so that passwords are not guessed by trying many.
///
/// - A name is refused after a few tries. A browser in which this user was signed in before has tries of its own, so nobody who
///   tries the name elsewhere keeps the user out there.
/// - Many tries of many names make further ones wait, first those that come from the same address. They are not refused, and
///   browsers that know their user do not wait.
///
/// A try counts before its password is compared: of many at once, no more are compared than one after the other.
final class SignInTries: Sendable {
    /// The answer to a try.
    enum Admission: Equatable {
        /// The password may be compared after a time.
        case after(Duration)

        /// The name has had too many tries.
        case refused
    }

    /// The tries of one name within the window.
    static let limit = 5

    /// The tries from one address, and those from all, within the window, beyond which a try waits.
    static let limitOfPeer = 50
    static let limitOfAll = 500

    /// The time for which a try counts.
    static let window = Duration.seconds(60)

    /// The wait for each try beyond a limit, and the longest one.
    static let step = Duration.milliseconds(100)
    static let longestWait = Duration.seconds(5)

    /// The names, and the addresses, that are kept at most.
    ///
    /// Of more, those are forgotten whose last try is the longest ago.
    static let capacity = 5_000

    /// A name, in any browser or in one that knows its user.
    private struct Key: Hashable {
        let name: String
        let browser: ObjectIdentifier?
    }

    private struct State {
        var names = Times<Key>(keeping: SignInTries.limit)
        var peers = Times<String>(keeping: limitOfPeer + Int(longestWait / step))
        var all: [ContinuousClock.Instant] = []
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// The number of names that are kept.
    var nameCount: Int { state.withLock { $0.names.count } }

    /// Counts a try, unless the name has had too many.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - browser: The browser, if the user was signed in there before.
    ///   - peer: The address of the client.
    /// - Returns: Whether the password may be compared, and after what time.
    func begin(_ name: String, in browser: ObjectIdentifier? = nil, from peer: String = "") -> Admission {
        let time = now()
        let start = time - Self.window
        return state.withLock { state in
            let key = Key(name: name, browser: browser)
            guard state.names.count(of: key, since: start) < Self.limit else { return .refused }
            state.names.add(time, to: key)
            if browser != nil { return .after(.zero) }
            let ofPeer = state.peers.count(of: peer, since: start) - Self.limitOfPeer
            state.peers.add(time, to: peer)
            state.all.removeAll { $0 <= start }
            let ofAll = state.all.count - Self.limitOfAll
            if ofAll < Int(Self.longestWait / Self.step) { state.all.append(time) }
            let excess = max(0, ofPeer + 1, ofAll + 1)
            return .after(min(Self.longestWait, Self.step * excess))
        }
    }

    /// Forgets the tries of a name whose user has signed in.
    func forget(_ name: String, in browser: ObjectIdentifier? = nil) {
        state.withLock { $0.names.remove(Key(name: name, browser: browser)) }
    }
}

/// The last times of things by their keys.
private struct Times<Key: Hashable & Sendable>: Sendable {
    /// The number of times of one key that are kept.
    private let limit: Int
    private var times: [Key: [ContinuousClock.Instant]] = [:]

    init(keeping limit: Int) {
        self.limit = limit
    }

    var count: Int { times.count }

    func count(of key: Key, since start: ContinuousClock.Instant) -> Int {
        times[key]?.count { $0 > start } ?? 0
    }

    mutating func add(_ time: ContinuousClock.Instant, to key: Key) {
        times[key] = Array(((times[key] ?? []) + [time]).suffix(limit))
        guard times.count > SignInTries.capacity else { return }
        // A tenth at once, so that the sorting is rare.
        let byAge = times.sorted { ($0.value.last ?? time) < ($1.value.last ?? time) }
        for (old, _) in byAge.prefix(SignInTries.capacity / 10) { times[old] = nil }
    }

    mutating func remove(_ key: Key) { times[key] = nil }
}
