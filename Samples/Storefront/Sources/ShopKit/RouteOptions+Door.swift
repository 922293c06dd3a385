package import Routing

extension RouteOptions {
    private static let key = "open to all"

    /// The options of routes that a shop for members only shows to all.
    package static let openToAll = RouteOptions(metadata: [key: true])

    package var isOpenToAll: Bool { metadata[Self.key] != nil }
}
