import Synchronization

/// A navigation that is being resumed, possibly by a handler that another one led to.
///
/// A sign-in that resumes without having signed in would lead to itself without end. What a task inherited from an opening
/// that is over does not count.
final class Resumption: Sendable {
    @TaskLocal static var current: Resumption?

    private let outer: Resumption?
    private let isOver = Atomic(false)

    private init(in outer: Resumption?) { self.outer = outer }

    /// The next one of this task; `nil` when too many go on inside of each other.
    static var next: Resumption? {
        var depth = 0
        var innermost: Resumption?
        var next = current
        while let resumption = next {
            if !resumption.isOver.load(ordering: .relaxed) {
                depth += 1
                innermost = innermost ?? resumption
            }
            next = resumption.outer
        }
        return depth < OpenRequest.maximumHops ? Resumption(in: innermost) : nil
    }

    func end() { isOver.store(true, ordering: .relaxed) }
}
