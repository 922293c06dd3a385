/// An error that says why a value of a match could not be read.
public struct RouteValueError: Error, Sendable, Equatable {
    /// The reasons why there is no value.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// No layer has the name.
        case missing

        /// The string is not a value of the type.
        case unreadable

        /// The field is neither a single value nor a list of them.
        case unsupported
    }

    /// The reason why there is no value.
    public let reason: Reason

    let pattern: RoutePattern

    /// The name of the value; empty if the type's own initializer failed.
    public let name: String

    /// The string that could not be read.
    public let value: String?

    /// The type that was requested.
    let type: String

    init(_ reason: Reason, _ pattern: RoutePattern, _ name: String, value: String?, type: Any.Type) {
        self.reason = reason
        self.pattern = pattern
        self.name = name
        self.value = value
        self.type = "\(type)"
    }
}

extension RouteValueError: CustomStringConvertible {
    /// Route, name, value and type in one sentence.
    public var description: String {
        let route = pattern.text.quoted
        let name = self.name.quoted
        return switch (reason, value) {
        case (.unsupported, _): "The field \(name) for the route \(route) is neither a single value nor a list of them."
        case (_, let value?):
            "The route \(route) was opened with \(value.quoted) for \(name), which is not of the type \(type.printed)."
        case (_, nil): "The route \(route) was opened without a value for \(name)."
        }
    }
}
