// The laws of the end of a bridge.

extension LawScene {
    /// Options whose closing time does not end before the tasks of a machine under load had their turn.
    private var patientOptions: BridgeOptions {
        var options = log.options
        options.closingTime = .seconds(600)
        return options
    }

    func checkEnding() async throws {
        let process = try await process("p", faults(1), patientOptions)
        try process.bridge.carry(Note.self, as: stream, .outgoing)
        try process.bridge.carry(Reply.self, as: stream, .incoming, group: "g")
        try process.bridge.share(LawState.shared, as: otherStream)
        let replies = process.record(Reply.self)
        try await process.start(in: self)
        for number in 1...20 { process.center.post(Note(author: "p", number: number)) }
        process.states.set(LawState.shared, to: 5)
        try await wait("some arrive") { replies.count >= 3 }
        try await stop(process)
        let status = process.bridge.status
        try expect(status.outgoing.allSatisfy { $0.pending == 0 }, "\(status)")
        try expect(!status.isRunning, "it is still running")
        process.center.post(Note(author: "p", number: 21))
        process.states.set(LawState.shared, to: 6)
        let refused = process.bridge.status.outgoing.map(\.refused)
        try expect(refused == [1, 1], "\(refused) of what was posted and set after the end was refused")
        let next = try await self.process("n")
        try next.bridge.carry(Reply.self, as: stream, .incoming, group: "g")
        let rest = next.record(Reply.self)
        try await next.start(in: self)
        try await wait("the rest arrives") { next.bridge.status.incoming[0].position == 20 }
        try await stop(next)
        let numbers = (replies.all + rest.all).map(\.number)
        try expect(numbers == Array(1...20), "received \(numbers), \(status)")
        try await expectRelease()
    }

    func checkLastMessages() async throws {
        let process = try await process("p", faults(1), patientOptions)
        try process.bridge.carry(Note.self, as: otherStream, .incoming, group: "g")
        try process.bridge.carry(Reply.self, as: stream, .outgoing)
        let isStopping = LawRecord<Bool>()
        let notes = LawRecord<Note>()
        let token = process.center.observe(Note.self) { [weak process] note in
            notes.append(note)
            while isStopping.count == 0 { try await pass() }
            process?.center.post(Reply(author: "posted", number: note.number))
            try await process?.bridge.deliver(Reply(author: "delivered", number: note.number))
        }
        var note = entry(1)
        note.type = otherStream.text
        try await connect().append([note], to: otherStream)
        try await process.start(in: self)
        try await wait("the handler runs") { notes.count == 1 }
        process.cancel()
        for _ in 1...10 { try await pass() }
        isStopping.append(true)
        try await stop(process)
        token.cancel()
        let status = process.bridge.status
        try expectSums(status)
        try expect(process.deadLetters.count == 0 && process.errors.count == 0, "\(process.deadLetters.all), \(status)")
        try expect(status.incoming[0].position == 1, "\(status)")
        let replies = try await entries().count
        try expect(replies == 2, "\(replies) of 2 replies are in the log, \(status)")
        try await expectPosition(1, of: "g", in: otherStream)
    }

    /// Expects that the next reader of a group goes on behind a position.
    private func expectPosition(_ position: UInt64, of group: GroupName, in stream: StreamName) async throws {
        let connection = try await connect()
        var cursor: (any LogCursor)?
        try await wait("the cursor is released") {
            cursor = try await connection.cursor(of: group, in: stream, for: "next", lease: log.options.lease)
            return cursor != nil
        }
        try expect(cursor?.position == position, "the group is at \(cursor?.position ?? 0)")
        try await cursor?.release()
    }

    /// Expects that nothing retains a bridge after its end: no task is left.
    private func expectRelease() async throws {
        weak var bridge: MessageBridge?
        weak var connection: FaultyLog?
        do {
            let process = try await process("q")
            try process.bridge.carry(Note.self, as: stream)
            bridge = process.bridge
            connection = process.log
            try await process.start(in: self)
            try await stop(process)
        }
        try await wait("the bridge is released") { bridge == nil && connection == nil }
    }
}
