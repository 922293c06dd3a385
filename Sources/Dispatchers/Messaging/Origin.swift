/// Where a message was posted, and because of which other.
struct Origin: Sendable {
    let type: any Any.Type
    let location: SourceLocation
    /// How many messages led to this one.
    private(set) var depth: Int
    /// Whether it stems from the report of a dead letter or of a refused post, and must not be the reason of another.
    private(set) var isReport: Bool
    private let cause: Cause?

    private final class Cause: Sendable {
        let origin: Origin
        init(_ origin: Origin) { self.origin = origin }
    }

    init(type: any Any.Type, at location: SourceLocation, becauseOf cause: Origin?) {
        self.type = type
        self.location = location
        self.depth = cause.map { $0.depth + 1 } ?? 0
        self.isReport = cause?.isReport ?? false
        self.cause = cause.map(Cause.init)
    }

    /// The message and all that led to it, the first first.
    var chain: [Origin] {
        Array(sequence(first: self) { $0.cause?.origin }).reversed()
    }

    /// The origin as the cause of what is posted while it is reported: a new beginning.
    var reported: Origin {
        var copy = self
        copy.depth = 0
        copy.isReport = true
        return copy
    }
}
