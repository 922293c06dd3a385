/// Routes that were registered together, and so can be removed together.
///
/// Releasing a group does not remove its routes.
public final class RouteGroup: Sendable {
    private let parent: RouteGroup?

    init(in parent: RouteGroup? = nil) { self.parent = parent }

    /// Returns whether this group is the other one or was mounted inside it.
    func isWithin(_ other: RouteGroup) -> Bool { self === other || parent?.isWithin(other) == true }
}
