import Bridging
import Dispatch
import Foundation
import Synchronization

/// An entry with any payload is delivered, or reported as a dead letter, and the bridge reads on.
enum MessageLaw {
    private static let bridge = FuzzedBridge()

    static func check(_ bytes: [UInt8]) throws(Violation) {
        let parts = bytes.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
        let words = parts.prefix(3).map { String(decoding: $0, as: UTF8.self) }
        let payload = parts.count > 3 ? Array(parts[3]) : bytes
        let entry = LogEntry(
            sender: "fuzz", number: 0, type: words[0], version: words.count > 1 ? Int(words[1]) ?? 1 : 1,
            depth: words.count > 2 ? Int(words[2]) ?? 0 : 0, traceparent: words[0], payload: payload)
        let before = bridge.status
        let after = bridge.receive(entry)
        try Violation.unless(after.position == before.position + 1, "the bridge does not read on: \(after)")
        let results = after.delivered + after.deadLetters
        try Violation.unless(results == before.delivered + before.deadLetters + 1, "it was lost: \(after)")
    }
}

/// A bridge that runs as long as the process, over a log in memory.
private final class FuzzedBridge: Sendable {
    private struct Note: Codable, Sendable {
        let text: String?
        let number: Int
    }

    private struct OldNote: Codable, Sendable {
        let lines: [String]
    }

    /// The longest time that an entry may take.
    private static let patience = Duration.seconds(5)

    private let log = LoopbackLog()
    private let center = MessageCenter(onDeadLetter: { _ in })
    private let bridge: MessageBridge
    private let observation: Registration
    private let count = Atomic<UInt64>(0)

    init() {
        var options = BridgeOptions()
        options.payloadLimit = 1_024
        observation = center.observe(Note.self) { _ in }
        bridge = MessageBridge(center, over: log, as: "fuzz", options: options)
        do {
            try bridge.carry(Note.self, as: "notes", .incoming, group: "fuzz") { versions in
                versions.accept(OldNote.self, version: 2) { Note(text: $0.lines.first, number: $0.lines.count) }
            }
        } catch {
            fatalError("\(error)")
        }
        Task { [bridge] in try await bridge.run() }
    }

    var status: IncomingStatus { bridge.status.incoming[0] }

    /// Appends an entry, and blocks this thread until the bridge has read it, or does not read on.
    func receive(_ entry: LogEntry) -> IncomingStatus {
        let number = count.add(1, ordering: .relaxed).newValue
        let done = DispatchSemaphore(value: 0)
        Task { [self] in
            defer { done.signal() }
            var entry = entry
            entry.number = number
            try await log.append([entry], to: "notes")
            let end = ContinuousClock.now + Self.patience
            while status.position < number, ContinuousClock.now < end { await Task.yield() }
            if number.isMultiple(of: 256) { try await log.trim("notes", keeping: .last(1)) }
        }
        done.wait()
        return status
    }
}
