// The laws of numbers, gaps and durability.

extension LawScene {
    /// Throws unless the sums of a bridge close.
    func expectSums(_ status: BridgeStatus) throws(LogLawViolation) {
        for sent in status.outgoing { try expect(sent.isBalanced, "\(sent)") }
        for read in status.incoming { try expect(read.isBalanced, "\(read)") }
    }

    func checkNumbers() async throws {
        var options = log.options
        options.queueLimit = 8
        options.batchSize = 3
        options.payloadLimit = 200
        let writer = try await process("w", faults(1), options)
        let reader = try await process("r", faults(2))
        try writer.bridge.carry(Note.self, as: stream)
        try reader.bridge.carry(Note.self, as: stream)
        for number in 1...10 { writer.center.post(Note(author: "w", number: number)) }
        try expect(writer.bridge.status.outgoing[0].refused == 2, "\(writer.bridge.status)")
        try expect(writer.errors.count == 2, "\(writer.errors.count) of 2 refused posts were reported")
        try await reader.start(in: self)
        try await writer.start(in: self)
        for number in 11...40 {
            let author = number == 20 ? String(repeating: "x", count: 300) : "w"
            writer.center.post(Note(author: author, number: number))
            try expectSums(writer.bridge.status)
            try expectSums(reader.bridge.status)
            if number % 3 == 0 { try await pass() }
        }
        try await wait("all is sent and read") {
            try expectSums(writer.bridge.status)
            try expectSums(reader.bridge.status)
            let sent = writer.bridge.status.outgoing[0]
            return sent.pending == 0 && reader.bridge.status.incoming[0].position == sent.appended
        }
        try await stop(writer, reader)
        let sent = writer.bridge.status.outgoing[0]
        try expectSums(writer.bridge.status)
        try expectSums(reader.bridge.status)
        try expect(sent.posted == 40, "\(sent)")
        try expect(writer.errors.count == Int(sent.refused), "\(writer.errors.count) reports of \(sent)")
        try expect(reader.bridge.status.incoming[0].delivered == sent.appended, "\(reader.bridge.status)")
        let count = try await entries().count
        try expect(UInt64(count) == sent.appended, "\(count) entries, \(sent)")
    }

    func checkGaps() async throws {
        let reader = try await process("r", faults(1))
        try reader.bridge.carry(Note.self, as: stream, .incoming, group: "g")
        let notes = reader.record(Note.self)
        try await append((1...3).map { entry($0) })
        try await reader.start(in: self)
        try await wait("the first arrive") { notes.count == 3 }
        try await stop(reader)
        try await append((4...20).map { entry($0) })
        try await connect().trim(stream, keeping: .last(5))
        let next = try await process("n", faults(2))
        try next.bridge.carry(Note.self, as: stream, .incoming, group: "g")
        let later = next.record(Note.self)
        try await next.start(in: self)
        try await wait("the last arrive") { later.all.last?.number == 20 }
        try await stop(next)
        let status = next.bridge.status.incoming[0]
        try expectSums(next.bridge.status)
        // The last answer of the first reader may have been lost with its position.
        let gap = next.gaps.all
        try expect(gap.count == 1 && gap.first?.missed.upperBound == 16, "gaps \(gap)")
        try expect(gap.first.map { $0.missed.lowerBound <= 4 } ?? false, "gaps \(gap)")
        try expect(status.missed == gap.reduce(0) { $0 + UInt64($1.missed.count) }, "\(status)")
        try expect(later.all.map(\.number) == Array(16...20), "received \(later.all)")
    }

    func checkReplacement() async throws {
        guard let remove = log.remove else { return }
        var options = log.options
        options.batchSize = 4
        let releases = LawRecord<Int>()
        let readers = [try await process("alone", faults(1), options), try await process("group", faults(2), options)]
        try readers[0].bridge.carry(Note.self, as: stream, .incoming)
        try readers[1].bridge.carry(Note.self, as: stream, .incoming, group: "g")
        let notes = LawRecord<String>()
        let tokens = readers.map { reader in
            reader.center.observe(Note.self) { note in
                notes.append("\(reader.name) \(note.author) \(note.number)")
                // Each reader stays in two entries until it is released: in the first, and then in the fourth.
                let release = note.author == "writer" ? [1: 1, 4: 2][note.number, default: 0] : 0
                while releases.count < release { try await pass() }
            }
        }
        for reader in readers { try await reader.start(in: self) }
        try await append([entry(1)])
        try await wait("both are in the first entry") { notes.count == 2 }
        try await append((2...10).map { entry($0) })
        releases.append(1)
        try await wait("both know of all entries") {
            notes.all.count { $0.hasSuffix("writer 4") } == 2
                && readers.allSatisfy { $0.bridge.status.incoming[0].end == 10 }
        }
        try await remove(stream)
        // Beyond the end of the old stream, so that no position says that it is another one.
        try await append((1...20).map { entry($0, from: "other") })
        releases.append(2)
        try await wait("the new stream is read") {
            readers.allSatisfy { reader in notes.all.contains("\(reader.name) other 20") }
        }
        try await stop(readers[0], readers[1])
        for token in tokens { token.cancel() }
        for reader in readers {
            try expectSums(reader.bridge.status)
            let status = reader.bridge.status.incoming[0]
            let gaps = reader.gaps.all
            try expect(gaps.map(\.reason) == [.replaced], "\(reader.name) has the gaps \(gaps)")
            let first = status.delivered - 20 + status.start + 1
            try expect(gaps.first?.missed == first..<11, "\(reader.name) has the gaps \(gaps), \(status)")
            let others = notes.all.filter { $0.hasPrefix("\(reader.name) other") }
            try expect(others == (1...20).map { "\(reader.name) other \($0)" }, "received \(others)")
        }
    }

    func checkDurability() async throws {
        let cut = Int(seed % 8)
        let faults = LogFaults(seed: seed, rate: 0.2, callsBeforeCut: cut)
        let writer = try await process("w", faults)
        try writer.bridge.carry(Note.self, as: stream, .outgoing)
        let durable = LawRecord<Int>()
        writer.start()
        let work = Task {
            for number in 1...6 {
                try await writer.bridge.deliver(Note(author: "w", number: number))
                durable.append(number)
            }
        }
        try await wait("the connection is cut, or all is delivered") {
            writer.log.calls > cut || durable.count == 6
        }
        work.cancel()
        try await finish("end of the writer") {
            _ = await work.result
            try await writer.kill()
        }
        let numbers = try await entries().map(\.entry.number)
        let confirmed = durable.all.map { UInt64($0) }
        try expect(numbers.starts(with: confirmed), "delivered \(confirmed), the log has \(numbers)")
        try expect(numbers == Array(1...UInt64(max(1, numbers.count))) || numbers.isEmpty, "the log has \(numbers)")
    }

    func checkAbsence() async throws {
        let writer = try await process("w")
        let reader = try await process("r")
        try writer.bridge.carry(Note.self, as: stream, .outgoing)
        try reader.bridge.carry(Note.self, as: stream, .incoming)
        let received = reader.record(Note.self)
        let local = writer.record(Note.self)
        try await reader.start(in: self)
        writer.log.isCut = true
        try await writer.start(in: self)
        for number in 1...10 {
            writer.center.post(Note(author: "w", number: number))
            try expect(local.count == number, "a post waits for the log")
        }
        try await wait("the failure is known") { writer.bridge.status.outgoing[0].failure != nil }
        try expect(writer.bridge.status.outgoing[0].pending == 10, "\(writer.bridge.status)")
        reader.log.isCut = true
        writer.log.isCut = false
        try await wait("all is sent") { writer.bridge.status.outgoing[0].appended == 10 }
        try await wait("the reader notices") { reader.bridge.status.incoming[0].failure != nil }
        reader.log.isCut = false
        try await wait("all arrives") { received.count == 10 }
        try await stop(writer, reader)
        try expect(received.all.map(\.number) == Array(1...10), "received \(received.all.map(\.number))")
    }
}
