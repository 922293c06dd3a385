import Synchronization

/// Counts the sign-ins that have failed, so that passwords are not guessed by trying many.
///
/// A try counts before its password is compared: of many at once, no more are compared than one after the other.
final class SignInTries: Sendable {
    /// The tries of one name within the window.
    static let limit = 5

    /// The tries of all names within the window, so that one password is not tried with many names, and few tries are kept.
    static let limitOfAll = 500

    /// The time for which a try counts.
    static let window = Duration.seconds(60)

    private struct Try {
        let name: String
        let time: ContinuousClock.Instant
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let tries = Mutex<[Try]>([])

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// Counts a try, unless there were too many.
    ///
    /// - Returns: Whether the password may be compared.
    func begin(_ name: String) -> Bool {
        let time = now()
        return tries.withLock { tries in
            tries.removeAll { $0.time + Self.window <= time }
            let ofName = tries.count { $0.name == name }
            guard ofName < Self.limit, tries.count < Self.limitOfAll else { return false }
            tries.append(Try(name: name, time: time))
            return true
        }
    }

    /// Forgets the tries of a name whose user has signed in.
    func forget(_ name: String) {
        tries.withLock { tries in tries.removeAll { $0.name == name } }
    }
}
