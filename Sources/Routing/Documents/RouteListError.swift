/// An error in a list of routes: the first one that was found.
public struct RouteListError: Error, Sendable, Equatable {
    /// The path of the invalid value, such as `routes[3].pattern`; empty for the whole list.
    public let path: String

    /// A sentence about the error.
    public let explanation: String

    init(_ explanation: String, at path: String = "") {
        self.explanation = explanation
        self.path = path
    }
}

extension RouteListError: CustomStringConvertible {
    /// The path of the value in the JSON text and the mistake, in one sentence.
    public var description: String {
        "The table of routes is wrong\(path.isEmpty ? "" : " at \(path.printed)"): \(explanation)"
    }
}
