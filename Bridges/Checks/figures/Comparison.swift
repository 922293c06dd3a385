import Bridging
import Foundation
import Synchronization

/// A message of the size of a price change.
struct Price: Codable, Sendable {
    let item: String
    let cents: Int
    let sent: UInt64
}

/// A bridge and a plain loop over one engine.
struct Comparison<Loop: PlainLoop> {
    private static var rounds: Int { 7 }
    private static var count: Int { 8_192 }
    private static var batchSize: Int { 64 }

    /// The pauses between two messages whose latency is measured: none, and one in which readers ask more and more rarely.
    private static var runs: [(posts: Int, pause: Duration)] { [(400, .zero), (40, .milliseconds(1_300))] }

    private let name: String
    private let plain: Loop
    private let connect: () throws -> any MessageLog

    init(_ name: String, plain: Loop, connect: @escaping () throws -> any MessageLog) {
        self.name = name
        self.plain = plain
        self.connect = connect
    }

    func printRow() async throws {
        var processorTimes = [0.0, 0.0]
        var plainTimes: [Double] = []
        var bridgeTimes: [Double] = []
        // The first round is not counted: it makes tables and streams.
        for round in 0...Self.rounds {
            let begin = processorTime
            let plainTime = try measurePlain()
            let middle = processorTime
            let bridgeTime = try await measureBridge()
            if round == 0 { continue }
            processorTimes[0] += middle - begin
            processorTimes[1] += processorTime - middle
            plainTimes.append(plainTime)
            bridgeTimes.append(bridgeTime)
        }
        let ratio = median(zip(plainTimes, bridgeTimes).map { $0 / $1 })
        let numbers = [plainTimes, bridgeTimes].map { "\(Int(Double(Self.count) / median($0)))" }
        let ratioText = String(format: "%.2f", ratio)
        var columns = [name] + numbers + [ratioText]
        columns += processorTimes.map { String(format: "%.1f µs", $0 * 1e6 / Double(Self.rounds * Self.count)) }
        for run in Self.runs {
            let latencies = try await measureLatencies(of: run.posts, pausing: run.pause)
            columns.append(milliseconds(latencies[latencies.count / 2]))
            columns.append(milliseconds(latencies[latencies.count * 99 / 100]))
        }
        print("| \(columns.joined(separator: " | ")) |")
    }

    /// The seconds that the processors have worked for this process, which other programs do not make longer.
    private var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Returns the seconds of the plain loop for all messages.
    private func measurePlain() throws -> Double {
        let encoder = JSONEncoder()
        return try seconds {
            for start in stride(from: 0, to: Self.count, by: Self.batchSize) {
                let payloads = try (start..<(start + Self.batchSize)).map { number in
                    Array(try encoder.encode(Price(item: "lamp", cents: number, sent: 0)))
                }
                try plain.append(payloads)
            }
        }
    }

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(body)
        return duration / .seconds(1)
    }

    /// Returns the seconds from the first post to the last entry that is durable.
    private func measureBridge() async throws -> Double {
        let stream: StreamName = "figures"
        var options = BridgeOptions()
        options.batchSize = Self.batchSize
        options.queueLimit = Self.count
        let center = MessageCenter()
        let bridge = MessageBridge(center, over: try connect(), as: "figures", options: options)
        try bridge.carry(Price.self, as: stream, .outgoing)
        let running = Task { try await bridge.run() }
        // It connects with the first message.
        try await bridge.deliver(Price(item: "first", cents: 0, sent: 0))
        let clock = ContinuousClock()
        let start = clock.now
        for number in 0..<(Self.count - 1) { center.post(Price(item: "lamp", cents: number, sent: 0)) }
        try await bridge.deliver(Price(item: "lamp", cents: Self.count, sent: 0))
        let duration = clock.now - start
        running.cancel()
        try await running.value
        return duration / .seconds(1)
    }

    /// Returns the times from a post to its handler behind another connection, in order.
    private func measureLatencies(of posts: Int, pausing pause: Duration) async throws -> [Duration] {
        let stream = try StreamName("latency-\(UUID().uuidString.lowercased())")
        let sender = MessageCenter()
        let receiver = MessageCenter()
        let out = MessageBridge(sender, over: try connect(), as: "sender")
        let into = MessageBridge(receiver, over: try connect(), as: "receiver")
        try out.carry(Price.self, as: stream, .outgoing)
        try into.carry(Price.self, as: stream, .incoming)
        let clock = ContinuousClock()
        let start = clock.now
        let times = Mutex<[Duration]>([])
        let token = receiver.observe(Price.self) { price in
            let sent = Duration.nanoseconds(Int64(price.sent))
            times.withLock { $0.append(clock.now - start - sent) }
        }
        let running = [out, into].map { bridge in Task { try await bridge.run() } }
        while into.status.incoming[0].isReading == false { try await Task.sleep(for: .milliseconds(1)) }
        for number in 1...posts {
            // Up to twice the pause, so that it falls into each part of an interval.
            try await Task.sleep(for: pause * Double.random(in: 1...2))
            let sent = UInt64((clock.now - start) / .nanoseconds(1))
            sender.post(Price(item: "lamp", cents: number, sent: sent))
            while times.withLock({ $0.count }) < number { try await Task.sleep(for: .milliseconds(1)) }
        }
        for task in running { task.cancel() }
        for task in running { try await task.value }
        token.cancel()
        return times.withLock { $0.sorted() }
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private func milliseconds(_ duration: Duration) -> String {
        String(format: "%.1f ms", duration / .milliseconds(1))
    }
}
