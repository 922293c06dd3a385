import Dispatchers
import Synchronization

/// What threads did with a center and what they saw, with the time of each beginning and end.
///
/// Time is a counter that all threads share: what ended before another began has a smaller number.
final class History: Sendable {
    /// The time that an action took.
    struct Span: Sendable {
        let start: Int
        let end: Int
        static let never = Span(start: .max, end: .max)
    }

    /// One observer, from its beginning to its end.
    struct Observer: Sendable {
        let id: Int
        let priority: Int
        let added: Span
        var cancelled = Span.never
    }

    /// One post, and whether it was accepted.
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

    /// Does something and answers when.
    func measure<Result>(_ work: () -> Result) -> (Result, Span) {
        let start = now
        let result = work()
        return (result, Span(start: start, end: now))
    }
}

extension History.Record {
    /// Where what happened differs from what a center would do that did one thing after the other, at some moment between
    /// the beginning and the end of each.
    var violations: [String] { posts.flatMap(violations) + observers.flatMap(disorder) }

    private func violations(of post: History.Post) -> [String] {
        let called = calls.filter { $0.thread == post.thread && $0.number == post.number }.map(\.observer)
        var found: [String] = []
        if called.count != Set(called).count { found.append("\(post) reached somebody twice: \(called)") }
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

    /// C6: the posts of one thread come in their order.
    private func disorder(at observer: History.Observer) -> [String] {
        let own = Dictionary(grouping: calls.filter { $0.observer == observer.id }, by: \.thread)
        return own.values.compactMap { calls in
            let numbers = calls.map(\.number)
            return numbers == numbers.sorted() ? nil : "C6: \(observer) received \(numbers)"
        }
    }
}
