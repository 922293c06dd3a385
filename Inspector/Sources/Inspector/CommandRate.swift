/// The commands that may be given: at most 20 in a second.
struct CommandRate: Sendable {
    private let limit: Int
    private var times: [Duration] = []

    init(limit: Int = 20) {
        self.limit = limit
    }

    /// Counts a command, unless there were too many within the last second.
    ///
    /// - Parameter now: The time, on a clock that never goes back.
    /// - Returns: Whether the command may be given.
    mutating func admit(at now: Duration) -> Bool {
        times.removeAll { $0 <= now - .seconds(1) }
        guard times.count < limit else { return false }
        times.append(now)
        return true
    }
}
