/// The name of a kind of scope; a service lives as long as the scope of this kind that created it.
public struct ServiceLifetime: Sendable, Hashable, CustomStringConvertible {
    /// The name of the lifetime, which identifies it.
    public let description: String

    /// As long as the center.
    public static let application = Self("application")

    /// From signing in to signing out.
    public static let session = Self("session")

    /// As long as one screen.
    public static let screen = Self("screen")

    /// Creates a lifetime, which equals every other with the same name.
    public init(_ name: String) {
        description = name
    }
}
