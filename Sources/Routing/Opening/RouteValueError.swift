/// A value that a handler asked a match for, and that could not be had.
public struct RouteValueError: Error, Sendable, Hashable {
    /// Why there is no value.
    public enum Reason: Sendable, Hashable {
        /// No layer has the name.
        case missing

        /// The text does not stand for a value of the type.
        case unreadable

        /// The field is neither a single value nor a list of them.
        case unsupported
    }

    /// Why there is no value.
    public let reason: Reason

    /// The pattern of the route.
    public let pattern: RoutePattern

    /// The name that was asked for; empty when a type as a whole was refused by its own initialiser.
    public let name: String

    /// The text that could not be read.
    public let value: String?

    /// The type that was asked for.
    public let type: String

    init(_ reason: Reason, _ pattern: RoutePattern, _ name: String, value: String?, type: Any.Type) {
        self.reason = reason
        self.pattern = pattern
        self.name = name
        self.value = value
        self.type = "\(type)"
    }
}

extension RouteValueError {
    /// Whether both say the same; texts are compared by their bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.reason == right.reason && left.name.hasSameBytes(as: right.name)
            && left.value.hasSameBytes(as: right.value) && left.type == right.type && left.pattern == right.pattern
    }

    /// Feeds reason, name and type to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(bytesOf: name)
        hasher.combine(type)
    }
}

extension RouteValueError: CustomStringConvertible {
    /// Route, name, value and type in one sentence.
    public var description: String {
        let (route, name) = (pattern.text.quoted, name.quoted)
        return switch (reason, value) {
        case (.unsupported, _): "The field \(name) for the route \(route) is neither a single value nor a list of them."
        case (_, let value?):
            "The route \(route) was opened with \(value.quoted) for \(name), which is no \(type.printed)."
        case (_, nil): "The route \(route) was opened without a value for \(name)."
        }
    }
}
