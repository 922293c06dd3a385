public import Dispatchers

/// Routes that were registered together, and so can be removed together.
///
/// A group is a name for its routes and does not hold them: they stay until they are removed.
public final class RouteGroup: Sendable {
    /// The path that all patterns of the group begin with, as it was written; empty when there is none.
    public let prefix: String

    /// Where the group was registered.
    public let location: SourceLocation

    let parent: RouteGroup?

    init(prefix: String, at location: SourceLocation, in parent: RouteGroup?) {
        self.prefix = prefix
        self.location = location
        self.parent = parent
    }

    /// Whether this group is the other one or was mounted inside of it.
    func isWithin(_ other: RouteGroup) -> Bool {
        self === other || parent?.isWithin(other) == true
    }
}
