// The laws of messages under a bridge.

extension LawScene {
    func checkDirections() async throws {
        let a = try await process("a")
        let b = try await process("b")
        for process in [a, b] { try process.bridge.carry(Note.self, as: stream) }
        try a.bridge.carry(Reply.self, as: otherStream, .incoming)
        try b.bridge.carry(Reply.self, as: otherStream, .outgoing)
        let notesOfA = a.record(Note.self)
        let notesOfB = b.record(Note.self)
        let repliesToA = a.record(Reply.self)
        let answers = b.center.observe(Note.self) { [center = b.center] note in
            center.post(Reply(author: "b", number: note.number))
        }
        try await a.start(in: self)
        try await b.start(in: self)
        a.center.post(Reply(author: "a", number: 0))
        a.center.post(Note(author: "a", number: 1))
        try await wait("the reply crosses") { repliesToA.count == 2 }
        b.center.post(Note(author: "b", number: 2))
        try await wait("the second note crosses") { notesOfA.count == 2 && repliesToA.count == 3 }
        try await stop(a, b)
        try expect(notesOfA.all.map(\.number) == [1, 2], "a received \(notesOfA.all)")
        try expect(notesOfB.all.map(\.number) == [1, 2], "b received \(notesOfB.all)")
        try expect(repliesToA.all.map(\.number) == [0, 1, 2], "a received \(repliesToA.all)")
        let senders = try await entries().map(\.entry.sender.first)
        try expect(senders == ["a", "b"], "what came in left again: \(senders)")
        answers.cancel()
    }

    func checkRing() async throws {
        let centers = (0..<3).map { _ in MessageCenter() }
        let records = centers.map { LawRecord<Note>($0) }
        var bridges: [MessageBridge] = []
        for index in 0..<3 {
            let name = try StreamName("\(stream)-\(index)")
            for center in [centers[index], centers[(index + 1) % 3]] {
                let log = try await connect()
                let bridge = MessageBridge(center, over: log, as: "r", options: self.log.options, clock: self.log.clock)
                try bridge.carry(Note.self, as: name)
                bridges.append(bridge)
            }
        }
        let tasks = bridges.map { bridge in Task { try await bridge.run() } }
        try await wait("all read") { bridges.allSatisfy { $0.status.incoming[0].isReading } }
        for index in 0..<3 { centers[index].post(Note(author: "\(index)", number: index)) }
        try await wait("all have read all") {
            bridges.allSatisfy { $0.status.incoming[0].position == 2 && $0.status.outgoing[0].appended == 1 }
        }
        for task in tasks { task.cancel() }
        try await finish("ring") { for task in tasks { try await task.value } }
        for record in records {
            try expect(record.all.map(\.number).sorted() == [0, 1, 2], "a center received \(record.all)")
        }
    }

    func checkNeighbors() async throws {
        let process = try await process("p")
        let other = MessageBridge(process.center, over: process.log, as: "o", options: log.options, clock: log.clock)
        try process.bridge.carry(Note.self, as: stream)
        try other.carry(Note.self, as: otherStream)
        let notes = process.record(Note.self)
        try await process.start(in: self)
        let running = Task { try await other.run() }
        try await wait("both read") { other.status.incoming[0].isReading }
        try await append([entry(1)])
        try await wait("the entry arrives") { notes.count == 1 }
        try await process.bridge.deliver(Note(author: "p", number: 2))
        process.center.post(Note(author: "p", number: 3))
        try await wait("both have sent the post") {
            process.bridge.status.outgoing[0].appended == 2 && other.status.outgoing[0].pending == 0
        }
        running.cancel()
        try await finish("run of the other") { try await running.value }
        try await stop(process)
        try expect(notes.all.map(\.number) == [1, 2, 3], "received \(notes.all)")
        let sent = other.status.outgoing[0]
        try expect(sent.appended == 2, "the other bridge has to send the delivery and the post: \(sent)")
    }

    func checkOrder() async throws {
        let writers = [try await process("w1", faults(1)), try await process("w2", faults(2))]
        let readers = [try await process("r1", faults(3)), try await process("r2", faults(4))]
        for writer in writers { try writer.bridge.carry(Note.self, as: stream, .outgoing) }
        for reader in readers { try reader.bridge.carry(Note.self, as: stream, .incoming) }
        let records = readers.map { $0.record(Note.self) }
        for process in readers + writers { try await process.start(in: self) }
        for number in 1...20 {
            for writer in writers { writer.center.post(Note(author: writer.name, number: number)) }
            if number % 7 == Int(seed % 7) { try await pass() }
        }
        try await wait("all arrive") { records.allSatisfy { $0.count >= 40 } }
        try await stop(writers[0], writers[1], readers[0], readers[1])
        try expect(records[0].all == records[1].all, "two readers have different orders")
        for writer in writers {
            let numbers = records[0].all.filter { $0.author == writer.name }.map(\.number)
            try expect(numbers == Array(1...20), "\(writer.name) arrived as \(numbers)")
        }
    }

    func checkOnce() async throws {
        let writer = try await process("w", faults(1, rate: 0.5))
        let reader = try await process("r", faults(2, rate: 0.5))
        try writer.bridge.carry(Note.self, as: stream)
        try reader.bridge.carry(Note.self, as: stream)
        let received = reader.record(Note.self)
        let echoed = writer.record(Note.self)
        try await writer.start(in: self)
        try await reader.start(in: self)
        for number in 1...30 { writer.center.post(Note(author: "w", number: number)) }
        try await wait("all arrive") {
            received.count >= 30 && reader.bridge.status.incoming[0].lag == 0
                && writer.bridge.status.incoming[0].own == 30
        }
        try await stop(writer, reader)
        try expect(received.all.map(\.number) == Array(1...30), "received \(received.all.map(\.number))")
        try expect(echoed.count == 30, "the writer received \(echoed.count) of its own 30")
        let numbers = try await entries().map(\.entry.number)
        try expect(numbers == Array(1...30), "the log has \(numbers)")
    }

    func checkDeadLetters() async throws {
        var options = log.options
        options.payloadLimit = 1_000
        let reader = try await process("r", faults(1), options)
        try reader.bridge.carry(Note.self, as: stream, .incoming, version: 2) { versions in
            versions.accept(Int.self, version: 1) { Note(author: "old", number: $0) }
        }
        let notes = reader.record(Note.self)
        let failing = reader.center.observe(Note.self) { note in
            if note.number == 13 { throw LogFaultError() }
        }
        try await reader.start(in: self)
        var garbage = (0..<7).map { entry(UInt64($0) + 1, from: "evil") }
        for index in garbage.indices { garbage[index].version = 2 }
        garbage[0].payload = Array(repeating: UInt8(ascii: "["), count: 1_001)
        garbage[1].payload = Array(repeating: UInt8(ascii: "["), count: 1_000)
        garbage[2].type = "\u{202e}other"
        garbage[3].version = .max
        garbage[4].depth = .max
        garbage[5].payload = Array(#"{"author":"x","number":13}"#.utf8)
        garbage[6].payload = Array("7".utf8)
        garbage[6].version = 1
        garbage[6].depth = .min
        garbage[6].traceparent = "00-zz"
        try await append(garbage)
        try await wait("all are handled") { reader.bridge.status.incoming[0].position == 7 }
        try await stop(reader)
        failing.cancel()
        try expect(notes.all.map(\.number) == [13, 7], "delivered \(notes.all)")
        let letters = reader.deadLetters.all
        try expect(letters.map(\.position) == [1, 2, 3, 4, 5, 6], "dead letters \(letters)")
        try expect(letters.first?.reason == .tooLarge(1_001), "\(letters.first?.reason as Any)")
        try expect(letters.count > 3 && letters[3].reason == .unknownVersion(.max), "\(letters)")
        try expect(letters.count > 4 && letters[4].reason == .cyclic, "\(letters)")
        let status = reader.bridge.status.incoming[0]
        try expect(status.delivered == 1 && status.deadLetters == 6, "\(status)")
    }
}
