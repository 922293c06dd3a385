import Dispatchers
import Synchronization

/// The actions of several threads on a center and the calls of handlers, with start and end times.
///
/// The time is a counter shared by all threads. An action that ends before another begins has smaller numbers.
final class History: Sendable {
    /// The start and the end time of an action.
    struct Span: Sendable {
        let start: Int
        let end: Int
        static let never = Span(start: .max, end: .max)
    }

    /// One observer, with the times at which it was added and cancelled.
    struct Observer: Sendable {
        let id: Int
        let priority: Int
        let added: Span
        var cancelled = Span.never
    }

    /// One post and its result.
    struct Post: Sendable {
        let thread: Int
        let number: Int
        let span: Span
        let isAccepted: Bool
    }

    /// One call of a handler.
    struct Call: Sendable, Hashable {
        let observer: Int
        let thread: Int
        let number: Int
    }

    struct Record: Sendable {
        var observers: [Observer] = []
        var posts: [Post] = []
        var calls: [Call] = []
        var closed = Span.never
    }

    let record = Protected(Record())
    private let time = Atomic(0)

    private var now: Int { time.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }

    /// Performs an action and returns its result and its time span.
    func measure<Result>(_ work: () -> Result) -> (Result, Span) {
        let start = now
        let result = work()
        return (result, Span(start: start, end: now))
    }
}

extension History.Record {
    /// The differences from a center that performs each action atomically at a time between its start and its end.
    var violations: [String] { posts.flatMap(violations) + observers.flatMap(disorder) }

    private func violations(of post: History.Post) -> [String] {
        let called = calls.filter { $0.thread == post.thread && $0.number == post.number }.map(\.observer)
        var found: [String] = []
        if called.count != Set(called).count { found.append("\(post) reached an observer twice: \(called)") }
        if closed.end < post.span.start, post.isAccepted { found.append("C21: \(post) was accepted after closing") }
        if closed.start > post.span.end, !post.isAccepted { found.append("C21: \(post) was refused before closing") }
        for observer in observers {
            let isCalled = called.contains(observer.id)
            let mustBe = observer.added.end < post.span.start && observer.cancelled.start > post.span.end
            let cannotBe = observer.added.start > post.span.end || observer.cancelled.end < post.span.start
            if mustBe, closed.start > post.span.end, !isCalled { found.append("\(post) missed \(observer)") }
            if cannotBe || closed.end < post.span.start, isCalled { found.append("C4: \(post) reached \(observer)") }
        }
        let reached = called.compactMap { id in observers.first { $0.id == id } }
        for (first, second) in zip(reached, reached.dropFirst()) {
            let isLater = first.priority == second.priority && first.added.start > second.added.end
            if first.priority < second.priority || isLater { found.append("C2: \(post) had \(first) before \(second)") }
        }
        return found
    }

    /// The violations of C6: posts of one thread that the observer received out of order.
    private func disorder(at observer: History.Observer) -> [String] {
        let own = Dictionary(grouping: calls.filter { $0.observer == observer.id }, by: \.thread)
        return own.values.compactMap { calls in
            let numbers = calls.map(\.number)
            return numbers == numbers.sorted() ? nil : "C6: \(observer) received \(numbers)"
        }
    }
}
