/// What became of a URL, in words that both routers share.
struct JLAnswer: Hashable {
    /// The numbers of the routes whose handlers were called, in that order.
    var asked: [Int] = []

    var isHandled = false

    /// What the last handler was told, path and query together.
    var values: [String: [String]] = [:]

    var tail: [String]?

    /// How many handlers for unmatched URLs were called.
    var listeners = 0
}
