/// Routes that were registered together, and so can be removed together.
///
/// Releasing a group does not remove its routes.
public final class RouteGroup: Sendable {
    /// The most groups inside one another.
    static let deepestNesting = 128

    private let parent: RouteGroup?

    /// The number of groups around this one.
    let depth: Int

    init(in parent: RouteGroup? = nil) {
        self.parent = parent
        depth = parent.map { $0.depth + 1 } ?? 0
    }

    /// Returns whether this group is the other one or was mounted inside it.
    func isWithin(_ other: RouteGroup) -> Bool {
        sequence(first: self) { $0.parent }.contains { $0 === other }
    }
}
