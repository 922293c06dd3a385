/// A law that every log has to keep, alone or under a bridge.
///
/// Check all of them for a log of your own, with some seeds:
///
/// ```swift
/// @Test(arguments: LogLaw.allCases)
/// func holds(law: LogLaw) async throws {
///     for seed in 1...20 { try await law.check(myLog, seed: UInt64(seed)) }
/// }
/// ```
@nonexhaustive public enum LogLaw: String, CaseIterable, Sendable, CustomStringConvertible {
    /// Positions are dense, in the order of appends, and an entry is appended once.
    case positions = "positions are dense, and an entry is appended once"
    /// An entry that was appended is not appended again, also after it was removed.
    case repeats = "a repetition after a trim is not appended again"
    /// Entries of several writers have dense positions, and a page never has a hole that is filled later.
    case writers = "several writers leave no hole"
    /// A page says where the stream begins and ends, also when it was trimmed.
    case pages = "a page says where the stream begins and ends"
    /// All bytes and texts of an entry come back.
    case contents = "an entry comes back as it was"
    /// A cursor is held by one reader, and lost with its lease.
    case cursors = "a cursor is held by one reader"
    /// B1: only what is declared crosses, in its direction, and nothing comes back.
    case directions = "B1: only what is declared crosses"
    /// B1: in a ring of three centers, each receives a message once.
    case ring = "B1: in a ring, each center receives a message once"
    /// B1: of two bridges of one center, both send what is delivered by one, and none sends what the other one received.
    case neighbors = "B1: two bridges of one center"
    /// B2: messages are delivered in the order of the log, and those of a process are in the order of its posts.
    case order = "B2: messages arrive in order"
    /// B3: the numbers close at all times.
    case numbers = "B3: the numbers close"
    /// B3: entries that were removed before they were read are reported.
    case gaps = "B3: a gap is reported with its range"
    /// B4: a message that `deliver` returned for is in the log once, wherever the process ends.
    case durability = "B4: a delivered message is in the log"
    /// B5: a live reader receives an entry once.
    case once = "B5: a live process receives a message once"
    /// B5: a group that is interrupted receives at most one batch twice.
    case resuming = "B5: a group goes on after its last message"
    /// B6: a post does not wait for the log, and is sent when that is back.
    case absence = "B6: a post does not wait for the log"
    /// B7: an entry that cannot be delivered is a dead letter, and reading goes on.
    case deadLetters = "B7: what cannot be delivered is a dead letter"
    /// B8: a shared state becomes that of the last entry in all processes.
    case convergence = "B8: a shared state converges"
    /// B9: the trace of the receiver names the post of the sender.
    case causes = "B9: causes cross"
    /// B9: a circle of posts over processes is refused.
    case circles = "B9: a circle of posts ends"
    /// B10: another reader of a group takes over.
    case takeover = "B10: another reader takes over"
    /// B17: a stream that is removed and made again is a gap with its range, and is read from its beginning.
    ///
    /// Checked if the log says how to remove a stream.
    case replacement = "B17: a stream that was made again is a gap"
    /// B11: `run` ends when it is cancelled, flushes, and refuses what comes later.
    case ending = "B11: run ends, and nothing is lost silently after it"
    /// B11: when a bridge ends, the messages of handlers that are running are appended, and the position is stored.
    case lastMessages = "B11: what running handlers post is appended"

    /// The law in words.
    public var description: String { rawValue }

    /// Checks the law.
    ///
    /// - Parameters:
    ///   - log: The way to connect to the log, and its time. Streams have new names in each check.
    ///   - seed: The number that chooses faults, sizes and pauses. A check that failed is repeated with its seed.
    /// - Throws: `LogLawViolation`, or an error of the log.
    public func check(_ log: LogUnderTest, seed: UInt64) async throws {
        let scene = LawScene(self, log, seed: seed)
        switch self {
        case .positions: try await scene.checkPositions()
        case .repeats: try await scene.checkRepeats()
        case .writers: try await scene.checkWriters()
        case .pages: try await scene.checkPages()
        case .contents: try await scene.checkContents()
        case .cursors: try await scene.checkCursors()
        case .directions: try await scene.checkDirections()
        case .ring: try await scene.checkRing()
        case .neighbors: try await scene.checkNeighbors()
        case .order: try await scene.checkOrder()
        case .numbers: try await scene.checkNumbers()
        case .gaps: try await scene.checkGaps()
        case .durability: try await scene.checkDurability()
        case .once: try await scene.checkOnce()
        case .resuming: try await scene.checkResuming()
        case .absence: try await scene.checkAbsence()
        case .deadLetters: try await scene.checkDeadLetters()
        case .convergence: try await scene.checkConvergence()
        case .causes: try await scene.checkCauses()
        case .circles: try await scene.checkCircles()
        case .takeover: try await scene.checkTakeover()
        case .replacement: try await scene.checkReplacement()
        case .ending: try await scene.checkEnding()
        case .lastMessages: try await scene.checkLastMessages()
        }
    }
}
