import Dispatchers
import DispatchersTesting
import Exploring
import Synchronization
import Testing

/// The laws of messages, each in some hundred orders.
@Suite("Messages in every order") struct MessageLawTests {
    private struct Note: Sendable, Hashable {
        let poster: Int
        let number: Int
    }

    private actor Reader {
        let log: Log

        init(_ log: Log) { self.log = log }

        func read(_ center: MessageCenter) {
            center.observe(Note.self, by: self) { reader, note in reader.log.add("\(note.poster) \(note.number)") }
        }
    }

    /// The numbers of one poster's messages, in the order in which they were received.
    private func numbers(of poster: Int, in log: Log) -> [Int] {
        log.all.map { $0.split(separator: " ") }.filter { $0[0] == "\(poster)" }.compactMap { Int($0[1]) }
    }

    @Test("C6: The messages of a task are received in its order, by every kind of handler", .explored(seeds: 300))
    func ordersOfPosters() async {
        let center = MessageCenter()
        let logs = [Log(), Log(), Log()]
        let reader = Reader(logs[0])
        await reader.read(center)
        let onMain = center.observe(Note.self) { @MainActor note in logs[1].add("\(note.poster) \(note.number)") }
        let asynchronous = center.observe(Note.self, buffer: .unbounded) { note in
            await Task.yield()
            logs[2].add("\(note.poster) \(note.number)")
        }
        await withTaskGroup(of: Void.self) { group in
            for poster in 0..<2 {
                group.addTask {
                    for number in 0..<3 {
                        center.post(Note(poster: poster, number: number))
                        await Task.yield()
                    }
                }
            }
        }
        await center.settled()
        for log in logs {
            for poster in 0..<2 { #expect(numbers(of: poster, in: log) == [0, 1, 2]) }
        }
        onMain.cancel()
        asynchronous.cancel()
        withExtendedLifetime(reader) {}
    }

    @Test("C4: No call starts after a cancellation has returned", .explored(seeds: 300))
    func noneAfterCancelling() async {
        let center = MessageCenter()
        let isCancelled = Mutex(false)
        let late = Log()
        let registration = center.observe(Note.self) { @MainActor _ in
            if isCancelled.withLock({ $0 }) { late.add("late") }
        }
        async let posting: Void = {
            for number in 0..<4 {
                center.post(Note(poster: 0, number: number))
                await Task.yield()
            }
        }()
        await Task.yield()
        registration.cancel()
        isCancelled.withLock { $0 = true }
        await posting
        await center.settled()
        #expect(late.all.isEmpty)
    }

    @Test(
        "C9: What a bounded queue drops is counted: handled and dropped are all that was posted", .explored(seeds: 300))
    func dropsAreCounted() async {
        let center = MessageCenter(onError: { _ in })
        let log = Log()
        let registration = center.observe(Note.self, buffer: .dropOldest(beyond: 2)) { note in
            await Task.yield()
            log.add("\(note.poster) \(note.number)")
        }
        await withTaskGroup(of: Void.self) { group in
            for poster in 0..<2 {
                group.addTask {
                    for number in 0..<4 { center.post(Note(poster: poster, number: number)) }
                }
            }
        }
        await center.settled()
        let dropped = center.observations.map(\.dropped).reduce(0, +)
        #expect(log.all.count + dropped == 8)
        registration.cancel()
    }

    @Test("C11: A new observer receives the retained messages once, in order, before newer ones", .explored(seeds: 300))
    func retainedComeFirst() async {
        let center = MessageCenter()
        center.retain(last: 2, of: Note.self)
        for number in 0..<2 { center.post(Note(poster: 0, number: number)) }
        let logs = [Log(), Log(), Log()]
        async let posting: Void = {
            for number in 2..<5 {
                center.post(Note(poster: 0, number: number))
                await Task.yield()
            }
        }()
        await Task.yield()
        let reader = Reader(logs[0])
        await reader.read(center)
        let asynchronous = center.observe(Note.self, buffer: .unbounded) { note in
            await Task.yield()
            logs[1].add("\(note.poster) \(note.number)")
        }
        let messages = center.messages(of: Note.self, buffer: .unbounded)
        await posting
        await center.settled()
        for await note in messages {
            logs[2].add("\(note.poster) \(note.number)")
            if note.number == 4 { break }
        }
        for log in logs {
            let received = numbers(of: 0, in: log)
            #expect(received == Array((5 - received.count)..<5) && received.count >= 2)
        }
        asynchronous.cancel()
        withExtendedLifetime(reader) {}
    }

    @Test(
        "C18: Messages of one key are delivered once, with the latest, in the place of the first", .explored(seeds: 300)
    )
    func coalescedKeepThePlaceOfTheFirst() async {
        let center = MessageCenter()
        let log = Log()
        let registration = center.observe(Note.self, buffer: .unbounded.coalescing { $0.poster }) { note in
            log.add("\(note.poster) \(note.number)")
            await Task.yield()
        }
        await withTaskGroup(of: Void.self) { group in
            for poster in 0..<2 {
                group.addTask {
                    for number in 0..<3 {
                        center.post(Note(poster: poster, number: number))
                        await Task.yield()
                    }
                }
            }
        }
        await center.settled()
        for poster in 0..<2 {
            let received = numbers(of: poster, in: log)
            #expect(received == received.sorted() && Set(received).count == received.count && received.last == 2)
        }
        registration.cancel()
    }

    private protocol Fact: Sendable {
        var text: String { get }
    }

    private struct Question: Fact {
        let number: Int
        var text: String { "question \(number)" }
    }

    private struct Reply: Fact {
        let number: Int
        var text: String { "reply \(number)" }
    }

    private actor Minutes {
        let log: Log

        init(_ log: Log) { self.log = log }

        func write(_ center: MessageCenter) {
            center.observe((any Fact).self, by: self) { minutes, fact in minutes.log.add(fact.text) }
        }
    }

    @Test("C7: Every observer receives a message before what its handlers post", .explored(seeds: 300))
    func repliesFollowQuestions() async {
        let center = MessageCenter()
        let logs = [Log(), Log(), Log(), Log()]
        let minutes = Minutes(logs[0])
        await minutes.write(center)
        let replying = center.observe(Question.self, priority: 1) { center.post(Reply(number: $0.number)) }
        let onMain = center.observe((any Fact).self) { @MainActor in logs[1].add($0.text) }
        let asynchronous = center.observe((any Fact).self, buffer: .unbounded) { fact in
            await Task.yield()
            logs[2].add(fact.text)
        }
        let inline = center.observe((any Fact).self) { logs[3].add($0.text) }
        await withTaskGroup(of: Void.self) { group in
            for poster in 0..<2 {
                group.addTask(name: "posts \(poster)") {
                    for number in 0..<2 {
                        center.post(Question(number: 10 * poster + number))
                        await Task.yield()
                    }
                }
            }
        }
        await center.settled()
        for log in logs {
            #expect(log.all.count == 8)
            for number in [0, 1, 10, 11] {
                let places = ["question \(number)", "reply \(number)"].compactMap { log.all.firstIndex(of: $0) }
                #expect(places.count == 2 && places == places.sorted())
            }
        }
        for registration in [replying, onMain, asynchronous, inline] { registration.cancel() }
        withExtendedLifetime(minutes) {}
    }

    @Test("A center has settled once nothing of it is left to handle, also what handlers post", .explored(seeds: 300))
    func settledMeansHandled() async {
        let center = MessageCenter()
        let log = Log()
        let counting = center.observe(Note.self, buffer: .unbounded) { note in
            await Task.yield()
            log.add("\(note.number)")
            if note.number < 3 { center.post(Note(poster: note.poster, number: note.number + 1)) }
        }
        let onMain = center.observe(Note.self) { @MainActor note in log.add("\(note.number)") }
        async let posting = center.post(Note(poster: 0, number: 0))
        async let more = center.post(Note(poster: 1, number: 0))
        _ = await (posting, more)
        await center.settled()
        #expect(log.all.sorted() == ["0", "0", "0", "0", "1", "1", "1", "1", "2", "2", "2", "2", "3", "3", "3", "3"])
        counting.cancel()
        onMain.cancel()
    }

    @Test("C21: Closing ends sequences and publications, and no call starts after it", .explored(seeds: 300))
    func closingEndsAll() async {
        let center = MessageCenter(onError: { _ in })
        let isClosed = Mutex(false)
        let late = Log()
        let onMain = center.observe(Note.self) { @MainActor _ in
            if isClosed.withLock({ $0 }) { late.add("late") }
        }
        let messages = center.messages(of: Note.self, buffer: .unbounded)
        let reader = Task(name: "the reader") {
            for await _ in messages {}
        }
        async let publishing = center.publish(Note(poster: 0, number: 0))
        async let posting = center.post(Note(poster: 1, number: 0))
        await Task.yield()
        center.close()
        isClosed.withLock { $0 = true }
        _ = await (publishing, posting)
        await reader.value
        await center.settled()
        #expect(late.all.isEmpty)
        onMain.cancel()
    }
}
