import Dispatchers
import Inspector
import Routing
import ShopKit
import Steps

/// Makes a browser that of the developer: its pages have a link to the inspector.
///
/// The path has a token that only those know who can read what the process prints. It is not that of the inspector: a path is
/// in the history of the browser and in logs.
struct InspectRoute: TypedRoute {
    static let pattern = "/inspector/:token"

    /// The token of this process.
    private static let entrance = Visits.secret()

    let token: String

    /// The route to an inspector of this process.
    init(_ inspector: Inspector) {
        token = Self.entrance
    }

    /// Returns whether the token is that of this process, in a time that does not tell where they differ.
    var isEntrance: Bool {
        let expected = Array(Self.entrance.utf8)
        let given = Array(token.utf8)
        guard given.count == expected.count else { return false }
        return zip(given, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension StateKeys {
    /// A Boolean value that indicates whether the browser is the developer's.
    static let isDeveloper = StateKey("isDeveloper", default: false)
}

/// The steps of a visitor have their causes in the inspector: printing them again takes some milliseconds an action.
extension Action: InspectorRedacted {}

extension Storefront {
    /// Starts the inspector of the shop, for as long as the process runs.
    ///
    /// - Throws: An `InspectorError` in a release build, or an error of the route.
    package mutating func inspect() async throws {
        let inspector = try await Inspector.start(
            watching: shop.messages, shop.states, shop.services, shop.pages, shop.actions, trace: shop.trace,
            print: { _ in })
        self.inspector = inspector
        try shop.pages.register { routes in
            routes.on(InspectRoute.self) { [weak inspector] route, match in
                guard inspector != nil, route.isEntrance else { throw RouteReply.declined }
                try match.visit.states.set(.isDeveloper, to: true)
                throw RouteReply.redirect(to: HomeRoute())
            }
        }
    }
}
