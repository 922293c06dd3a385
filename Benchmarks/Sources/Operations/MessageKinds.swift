import Dispatchers
import Harness
import Workloads

private protocol Numbered: Sendable { var number: Int { get } }

private struct Tick: Numbered { let number: Int }

private final class Note: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}

/// Subscribers that add what they find in a message to a sum of their own.
private func observe<Message: Sendable>(
    _ type: Message.Type, in center: MessageCenter, times count: Int = 1, _ number: @escaping @Sendable (Message) -> Int
) -> [Registration] {
    (0..<count).map { _ in
        let sink = Sink()
        return center.observe(type) { sink.take(number($0)) }
    }
}

/// A post of a number, and of what is not as simple as one.
func postingKinds(to count: Int) -> Benchmark {
    let center = MessageCenter()
    let registrations =
        observe(Int.self, in: center, times: count) { $0 } + observe(Note.self, in: center, times: count) { $0.number }
        + observe(Int64?.self, in: center, times: count) { Int($0 ?? 0) }
    let notes = (0..<256).map(Note.init)
    return Benchmark(
        "a message to \(count), by its kind",
        [
            .init("a number") { times in for number in 0..<times { center.post(number) } },
            .ours("of a class", .atMost(3, of: "a number")) { times in
                for number in 0..<times { center.post(notes[number & 255]) }
            },
            .ours("an optional", .atMost(5, of: "a number")) { times in
                for number in 0..<times { center.post(Optional(Int64(number))) }
                keep(registrations)
            },
        ]
    )
}

/// A post by what is special about its center or its handler.
func postingSpecially() -> Benchmark {
    let (plain, parent, retaining) = (MessageCenter(), MessageCenter(), MessageCenter())
    let (child, nesting) = (MessageCenter(parent: parent), MessageCenter())
    retaining.retain(last: 1, of: Int.self)
    let registrations = [plain, child, retaining, nesting].flatMap { observe(Int.self, in: $0) { $0 } }
    let outer = nesting.observe(Tick.self) { [unowned nesting] in nesting.post($0.number) }
    return Benchmark(
        "a message to 1, by its center",
        [
            .init("plain") { times in for number in 0..<times { plain.post(number) } },
            .ours("with a parent", .atMost(3, of: "plain")) { times in
                for number in 0..<times { child.post(number) }
            },
            .ours("of a retained type", .atMost(5, of: "plain")) { times in
                for number in 0..<times { retaining.post(number) }
            },
            .ours("whose handler posts, both", .atMost(5.8, of: "plain")) { times in
                for number in 0..<times { nesting.post(Tick(number: number)) }
                keep((registrations, outer))
            },
        ]
    )
}

/// A post to ten, one of whom observes more, or less, than its type.
func postingToOneUnlikeTheOthers() -> Benchmark {
    let subject = Sink()
    func posting(
        about subject: Sink? = nil, _ observeOne: (MessageCenter, Sink) -> Registration
    ) -> (_ times: Int) -> Void {
        let center = MessageCenter()
        let registrations = observe(Tick.self, in: center, times: 9) { $0.number } + [observeOne(center, Sink())]
        return { times in
            for number in 0..<times { center.post(Tick(number: number), about: subject) }
            keep(registrations)
        }
    }
    return Benchmark(
        "a message to 10, one unlike the others",
        [
            .init("all alike", posting { center, sink in center.observe(Tick.self) { sink.take($0.number) } }),
            .ours(
                "one observes a protocol", .atMost(3, of: "all alike"),
                run: posting { center, sink in center.observe((any Numbered).self) { sink.take($0.number) } }),
            .ours(
                "one observes everything", .atMost(3, of: "all alike"),
                run: posting { center, sink in center.observe((any Sendable).self) { _ in sink.take(1) } }),
            .ours(
                "one observes a subject", .atMost(3, of: "all alike"),
                run: posting(about: subject) { center, sink in
                    center.observe(Tick.self, about: subject) { sink.take($0.number) }
                }),
        ]
    )
}

private struct Pair<First: Sendable, Second: Sendable>: Sendable {}

private let someTypes: [any Sendable.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
    UInt64.self, Bool.self, Float.self, Double.self, String.self,
]

/// The first post of each of 196 types, all of which are observed: a center finds out once who receives a type.
func postingFirst() -> Benchmark {
    func observed() -> (MessageCenter, [Registration]) {
        let center = MessageCenter()
        func observe<First: Sendable, Second: Sendable>(_ first: First.Type, _ second: Second.Type) -> Registration {
            center.observe(Pair<First, Second>.self) { _ in }
        }
        return (center, someTypes.flatMap { first in someTypes.map { second in observe(first, second) } })
    }
    func postAll(in center: MessageCenter) {
        func post<First: Sendable, Second: Sendable>(_ first: First.Type, _ second: Second.Type) {
            center.post(Pair<First, Second>())
        }
        for first in someTypes { for second in someTypes { post(first, second) } }
    }
    return Benchmark(
        "one of 196 types",
        [
            .ours("observing it", [], parts: 196) { times in for _ in 0..<times { keep(observed()) } },
            .ours("observing it, and its first post", [], parts: 196) { times in
                for _ in 0..<times {
                    let (center, registrations) = observed()
                    postAll(in: center)
                    keep(registrations)
                }
            },
        ]
    )
}

private struct Question: Request {
    typealias Response = Int
    let number: Int
}

/// A request and its answer, until it is there.
func requesting() -> Benchmark {
    let center = MessageCenter()
    let registration = center.respond(to: Question.self) { $0.number }
    return Benchmark(
        "a request",
        measuring: .elapsedTime,
        [
            .ours(
                "MessageCenter.request",
                run: waiting { times in
                    for number in 0..<times { keep(try? await center.request(Question(number: number))) }
                    keep(registration)
                })
        ]
    )
}
