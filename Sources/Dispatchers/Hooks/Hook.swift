/// What was hooked somewhere, as a join point or a lifecycle lists it.
public struct Hook: Sendable, Hashable {
    /// Where advice stands in relation to what it advises.
    public struct Kind: Sendable, Hashable {
        /// Runs first, then what it advises.
        public static let before = Kind(name: "before")
        /// Runs last, whether what it advises returned or threw.
        public static let after = Kind(name: "after")
        /// Runs in place of what it advises, and decides whether and how that proceeds.
        public static let around = Kind(name: "around")

        fileprivate let name: String
    }

    /// Where the advice stands.
    public let kind: Kind

    /// What is advised, in words for a developer: a type, one instance of it, or a moment of a type.
    public let subject: String

    /// The higher, the further outside.
    public let priority: Int

    /// Where the hook was registered.
    public let location: SourceLocation
}

extension Hook: CustomStringConvertible {
    /// One line: kind, subject, priority unless it is zero, and place.
    public var description: String {
        "\(kind) \(subject)\(priority == 0 ? "" : ", priority \(priority)") (\(location))"
    }
}

extension Hook.Kind: CustomStringConvertible {
    /// The name of the kind as it is written at a join point.
    public var description: String { name }
}
