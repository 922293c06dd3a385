// The laws of a log alone.

extension LawScene {
    func checkPositions() async throws {
        let log = try await connect()
        try await log.append([entry(1), entry(2)], to: stream)
        try await log.append([entry(2), entry(3)], to: stream)
        try await log.append([entry(1, from: "other")], to: stream)
        try await log.append([entry(3), entry(1, from: "other")], to: stream)
        let stored = try await entries()
        try expect(stored.map(\.position) == [1, 2, 3, 4], "positions \(stored.map(\.position))")
        let numbers = stored.map { "\($0.entry.sender) \($0.entry.number)" }
        try expect(numbers == ["writer 1", "writer 2", "writer 3", "other 1"], "entries \(numbers)")
    }

    func checkRepeats() async throws {
        let log = try await connect()
        try await log.append([entry(1), entry(2), entry(3)], to: stream)
        try await log.append([entry(1, from: "other")], to: stream)
        try await log.trim(stream, keeping: .last(1))
        try await log.append([entry(2), entry(3)], to: stream)
        try await log.append([entry(3), entry(4)], to: stream)
        // Numbers of transactions are random, and known as long as their entries.
        try await log.append([entry(9, from: "app+")], to: stream)
        try await log.append([entry(5, from: "app+"), entry(9, from: "app+")], to: stream)
        let stored = try await entries()
        let numbers = stored.map { "\($0.position): \($0.entry.sender) \($0.entry.number)" }
        try expect(numbers == ["4: other 1", "5: writer 4", "6: app+ 9", "7: app+ 5"], "entries \(numbers)")
    }

    func checkWriters() async throws {
        let reader = try await connect()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 1...3 {
                let log = try await connect()
                group.addTask {
                    for number in 1...20 as ClosedRange<UInt64> {
                        try await log.append([entry(number, from: "w\(writer)")], to: stream)
                    }
                }
            }
            group.addTask {
                var seen: UInt64 = 0
                while seen < 60 {
                    let page = try await reader.page(of: stream, after: seen, limit: 7)
                    for stored in page.entries {
                        try expect(stored.position == seen + 1, "\(stored.position) follows \(seen)")
                        seen += 1
                    }
                    await Task.yield()
                }
            }
            // The first error ends the others: a reader would wait for entries that never come.
            while try await group.next() != nil {}
        }
        let stored = try await entries()
        for writer in 1...3 {
            let numbers = stored.map(\.entry).filter { $0.sender == "w\(writer)" }.map(\.number)
            try expect(numbers == Array(1...20), "w\(writer) has \(numbers)")
        }
    }

    func checkPages() async throws {
        let log = try await connect()
        let empty = try await log.page(of: stream, after: 0, limit: 10)
        try expect(empty == LogPage(first: 1, last: 0, entries: []), "an empty stream has \(empty)")
        try await log.append((1...10).map { entry($0) }, to: stream)
        let page = try await log.page(of: stream, after: 4, limit: 3)
        try expect(page.entries.map(\.position) == [5, 6, 7], "page after 4: \(page.entries.map(\.position))")
        try expect(page.first == 1 && page.last == 10, "page from \(page.first) to \(page.last)")
        let end = try await log.page(of: stream, after: 10, limit: 3)
        try expect(end.first == 1 && end.last == 10 && end.entries.isEmpty, "page at the end: \(end)")
        try await log.trim(stream, keeping: .last(4))
        let trimmed = try await log.page(of: stream, after: 2, limit: 2)
        try expect(trimmed.first == 7 && trimmed.last == 10, "trimmed: from \(trimmed.first) to \(trimmed.last)")
        try expect(trimmed.entries.map(\.position) == [7, 8], "trimmed: \(trimmed.entries.map(\.position))")
        try await log.trim(stream, keeping: .last(100))
        try await log.append([entry(11)], to: stream)
        let last = try await log.page(of: stream, after: 0, limit: 0)
        try expect(last.first == 7 && last.last == 11 && last.entries.isEmpty, "page without entries: \(last)")
    }

    func checkContents() async throws {
        let all = LogEntry(
            sender: "a'b\"c\\d\u{1F600}", number: .max / 2, type: "{x},\"y\"", version: -3, depth: 7,
            traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", payload: Array(0...255))
        let none = LogEntry(sender: "", number: 0, type: "", payload: [])
        let large = LogEntry(sender: "s", number: 1, type: "t", payload: Array(repeating: 39, count: 100_000))
        try await append([all, none, large])
        let stored = try await entries().map(\.entry)
        let sizes = stored.map(\.payload.count)
        try expect(stored == [all, none, large], "entries differ: \(stored.map(\.sender)) \(sizes)")
    }

    func checkCursors() async throws {
        let first = try await connect()
        let second = try await connect()
        let lease = log.options.lease
        try await append((1...5).map { entry($0) })
        try await first.trim(stream, keeping: .last(3))
        let held = try await first.cursor(of: "g", in: stream, for: "one", lease: lease)
        guard let held else { return try expect(false, "a new cursor is held by a reader") }
        try expect(held.position == 2, "a new group begins after \(held.position)")
        let refused = try await second.cursor(of: "g", in: stream, for: "two", lease: lease)
        try expect(refused == nil, "two readers hold one cursor")
        let other = try await second.cursor(of: "h", in: stream, for: "two", lease: lease)
        try expect(other != nil, "groups are not independent")
        try await held.store(4)
        try await held.renew()
        try await held.release()
        let next = try await second.cursor(of: "g", in: stream, for: "two", lease: lease)
        try expect(next?.position == 4, "after a release, the cursor is at \(next?.position ?? 0)")
        var taken: (any LogCursor)?
        try await wait("the lease runs out") {
            taken = try await first.cursor(of: "g", in: stream, for: "three", lease: lease)
            return taken != nil
        }
        try await expectLost { try await next?.store(5) }
        try await expectLost { try await next?.renew() }
        try expect(taken?.position == 4, "a lost cursor has stored a position")
        let again = try await first.cursor(of: "g", in: stream, for: "three", lease: lease)
        try expect(again != nil, "a reader cannot take the cursor that it holds")
    }

    private func expectLost(_ call: () async throws -> Void) async throws {
        do {
            try await call()
        } catch is LogCursorLost {
            return
        }
        try expect(false, "a cursor can be used after another reader has taken it")
    }
}
