import SignalboxCore

// The laws of states and causes.

extension LawScene {
    func checkConvergence() async throws {
        var processes: [LawProcess] = []
        for index in 0..<3 {
            let process = try await process("p\(index)", faults(UInt64(index)))
            try process.bridge.share(LawState.shared, as: stream)
            processes.append(process)
            try await process.start(in: self)
        }
        let reader = try await connect()
        var random = LawRandom(seed: seed)
        for value in 1...12 {
            processes[random.next(below: 3)].states.set(LawState.shared, to: value)
            if random.next(below: 2) == 0 { try await pass() }
            // Of a state, one entry is enough.
            if seed.isMultiple(of: 2) { try await reader.trim(stream, keeping: .last(1)) }
        }
        try await wait("all is sent and read") {
            // The end is final only once no process sends any more.
            guard processes.allSatisfy({ $0.bridge.status.outgoing[0].pending == 0 }) else { return false }
            let end = try await reader.page(of: stream, after: 0, limit: 0).last
            return processes.allSatisfy { $0.bridge.status.incoming[0].position == end }
        }
        for process in processes { try expectSums(process.bridge.status) }
        let last = try await entries().last.map { String(decoding: $0.entry.payload, as: UTF8.self) }
        // A process that waits for an entry that was removed finds that out when it looks again.
        try await wait("all have the value of the last entry") {
            processes.allSatisfy { "\($0.states[LawState.shared])" == last }
        }
        let values = processes.map { $0.states[LawState.shared] }
        let late = try await process("late", faults(9))
        try late.bridge.share(LawState.shared, as: stream)
        try await late.start(in: self)
        try await wait("a late process has the value") { late.states[LawState.shared] == values[0] }
        try await stop(processes[0], processes[1], processes[2], late)
    }

    func checkCauses() async throws {
        let traces = [Trace(), Trace()]
        for trace in traces { trace.start() }
        let sender = try await process("s", trace: traces[0])
        let receiver = try await process("r", faults(1), trace: traces[1])
        try sender.bridge.carry(Note.self, as: stream)
        try receiver.bridge.carry(Note.self, as: stream)
        let depth = LawRecord<Int>()
        let token = receiver.center.observe(Note.self) { [center = receiver.center] _ in
            depth.append(center.origin.count)
        }
        try await receiver.start(in: self)
        try await sender.start(in: self)
        sender.center.post(Note(author: "s", number: 1))
        try await wait("the note arrives") { depth.count == 1 }
        try await stop(sender, receiver)
        token.cancel()
        let stored = try await entries().first?.entry
        let context = stored?.traceparent.flatMap { TraceContext(traceparent: $0) }
        let sent = traces[0].events.filter { $0.context.traceID == context?.traceID }
        try expect(sent.contains { $0.kind == .post && $0.subject == "Note" }, "the entry names no post")
        let received = traces[1].events.filter { $0.context.traceID == context?.traceID }
        try expect(received.first?.detail == stored?.traceparent, "the receiver does not name the sender's event")
        try expect(received.contains { $0.kind == .delivery }, "the delivery is in another trace")
    }

    func checkCircles() async throws {
        var options = log.options
        options.cycleLimit = 12
        var processes: [LawProcess] = []
        var tokens: [Registration] = []
        for index in 0..<2 {
            let process = try await process("p\(index)", faults(UInt64(index)), options)
            try process.bridge.carry(Note.self, as: stream)
            tokens.append(
                process.center.observe(Note.self) { [center = process.center] note in
                    // Only what the other process has posted.
                    if note.author != "p\(index)" { center.post(Note(author: "p\(index)", number: note.number + 1)) }
                })
            processes.append(process)
            try await process.start(in: self)
        }
        processes[0].center.post(Note(author: "p0", number: 0))
        try await wait("the circle is refused") { processes.contains { $0.errors.count > 0 } }
        let error = processes.flatMap(\.errors.all).first?.error as? BridgeError
        try expect(error?.reason == .cyclic, "\(processes.flatMap(\.errors.all))")
        let stored = try await entries()
        try expect(stored.count <= 13, "\(stored.count) entries of a circle")
        try expect(stored.count >= 6, "a chain of \(stored.count) was refused")
        try await stop(processes[0], processes[1])
        for token in tokens { token.cancel() }
    }
}

/// Random numbers of a seed.
struct LawRandom {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    }

    mutating func next(below limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % limit
    }
}
