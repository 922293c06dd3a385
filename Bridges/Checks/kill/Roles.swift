import Bridging
import Foundation

/// The processes that are killed.
enum Roles {
    /// The largest number of entries that a reader handles before it stores its position.
    static let batchSize = 64

    /// The time for which a reader of the group holds its cursor.
    static let lease = Duration.seconds(2)

    static var options: BridgeOptions {
        var options = BridgeOptions()
        options.batchSize = batchSize
        options.lease = lease
        options.polling = .milliseconds(2) ... .milliseconds(50)
        options.retrying = .milliseconds(10) ... .milliseconds(200)
        return options
    }

    /// Delivers tickets until so many are durable, those of earlier processes of the name included.
    ///
    /// The journal has “p” and a number before each delivery, and “d” and the number after it.
    static func write(
        _ log: any MessageLog, _ stream: StreamName, _ name: String, _ count: Int, _ journal: URL
    ) async throws {
        let known = Journal.lines(journal)
        let durable = known.count { $0.hasPrefix("d ") }
        let first = known.count
        let lines = try Journal(journal)
        let bridge = MessageBridge(MessageCenter(), over: log, as: name, options: options)
        try bridge.carry(Ticket.self, as: stream, .outgoing)
        let running = Task { try await bridge.run() }
        let watching = Task { await watch(bridge, lines) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<max(0, count - durable) {
                if number >= 32 { try await group.next() }
                let id = "\(name)-\(first)-\(number)"
                group.addTask {
                    lines.write("p \(id)")
                    try await bridge.deliver(Ticket(id: id))
                    lines.write("d \(id)")
                }
            }
            try await group.waitForAll()
        }
        watching.cancel()
        running.cancel()
        try await running.value
        checkSums(of: bridge, lines)
    }

    /// Receives tickets until it is killed, for a group or alone.
    ///
    /// The journal has “begin”, the numbers, and “gap” and “dead”. Processes of a group have one journal.
    static func read(
        _ log: any MessageLog, _ stream: StreamName, _ name: String, group: GroupName?, _ journal: URL
    ) async throws {
        let lines = try Journal(journal)
        let center = MessageCenter()
        let bridge = MessageBridge(center, over: log, as: name, options: options)
        try bridge.carry(Ticket.self, as: stream, .incoming, group: group)
        let tokens = [
            center.observe(Ticket.self) { lines.write($0.id) },
            center.observe(RemoteGap.self) { lines.write("gap \($0.missed.count)") },
            center.observe(RemoteDeadLetter.self) { _ in lines.write("dead") },
        ]
        lines.write("begin")
        let watching = Task { await watch(bridge, lines) }
        try await bridge.run()
        watching.cancel()
        withExtendedLifetime(tokens) {}
    }

    /// Checks the sums of a bridge again and again, until the task is cancelled.
    private static func watch(_ bridge: MessageBridge, _ lines: Journal) async {
        while !Task.isCancelled {
            checkSums(of: bridge, lines)
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Writes “sum” into the journal if a sum of a bridge does not close.
    private static func checkSums(of bridge: MessageBridge, _ lines: Journal) {
        let status = bridge.status
        for stream in status.outgoing where !stream.isBalanced { lines.write("sum \(stream)") }
        for stream in status.incoming where !stream.isBalanced { lines.write("sum \(stream)") }
    }
}
