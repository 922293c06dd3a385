import SignalboxCore

// The laws of groups.

extension LawScene {
    func checkResuming() async throws {
        var options = log.options
        options.batchSize = 4
        try await append((1...24).map { entry($0) })
        let received = LawRecord<Int>()
        var rounds = 0
        while received.all.max() ?? 0 < 24 {
            rounds += 1
            let process = try await process("r\(rounds)", faults(UInt64(rounds)), options)
            try process.bridge.carry(Note.self, as: stream, .incoming, group: "g")
            // More than a batch, so that each round stores a position.
            let limit = received.count + 5 + Int(seed % 9)
            let token = process.center.observe(Note.self) { [weak process] note in
                received.append(note.number)
                if received.count >= limit { process?.log.isCut = true }
            }
            process.start()
            try await wait("round \(rounds)") { received.count >= limit || received.all.max() == 24 }
            try await finish("end of round \(rounds)") { try await process.kill() }
            token.cancel()
            try expectSums(process.bridge.status)
        }
        var last = 0
        for number in received.all {
            try expect(number <= last + 1, "\(number) follows \(last)")
            try expect(number > last - 4, "more than a batch was repeated: \(number) follows \(last)")
            last = number
        }
        try expect(received.count <= 24 + 4 * (rounds - 1), "\(received.count) calls in \(rounds) rounds")
    }

    func checkTakeover() async throws {
        let received = LawRecord<Int>()
        var processes: [LawProcess] = []
        var tokens: [Registration] = []
        for index in 0..<2 {
            let process = try await process("p\(index)", faults(UInt64(index)))
            try process.bridge.carry(Note.self, as: stream, .incoming, group: "g")
            tokens.append(process.center.observe(Note.self) { received.append($0.number) })
            process.start()
            processes.append(process)
        }
        try await append((1...5).map { entry($0) })
        try await wait("the first arrive") { received.count >= 5 }
        let holders = processes.filter { $0.bridge.status.incoming[0].delivered > 0 }
        try expect(holders.count == 1, "\(holders.count) processes of the group received messages")
        let holder = holders[0]
        let other = holder === processes[0] ? processes[1] : processes[0]
        try await wait("the position is stored") { holder.bridge.status.incoming[0].lag == 0 }
        holder.log.isCut = true
        try await append((6...10).map { entry($0) })
        try await wait("the other one takes over") { other.bridge.status.incoming[0].position == 10 }
        try await wait("the first one stops") { !holder.bridge.status.incoming[0].isReading }
        holder.log.isCut = false
        try await append((11...12).map { entry($0) })
        try await wait("the group goes on") { Set(received.all).count == 12 }
        try await stop(processes[0], processes[1])
        for token in tokens { token.cancel() }
        for process in processes { try expectSums(process.bridge.status) }
        try expect(received.all.suffix(2) == [11, 12], "received \(received.all)")
        // The batch that the first one was handling when it lost the log may have come twice.
        try expect(received.count <= 17, "received \(received.all)")
    }
}

/// The state of the laws.
enum LawState {
    static let shared = StateKey("law", default: 0)
}
