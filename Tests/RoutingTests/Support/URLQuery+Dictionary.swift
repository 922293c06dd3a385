import Routing

extension URLQuery {
    /// The query as a dictionary, in which canonically equivalent keys are one.
    var dictionary: [String: [String]] {
        Dictionary(map { ($0, $1) }) { $0 + $1 }
    }
}
