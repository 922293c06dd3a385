import Dispatchers
import Inspector
import Routing
import ShopKit
import Steps

/// Makes a browser that of the developer: its pages have the address of the inspector.
///
/// The path has the token of the inspector, which only those know who can open that by themselves.
struct InspectRoute: TypedRoute {
    static let pattern = "/inspector/:token"
    let token: String

    init(_ inspector: Inspector) {
        token = String(inspector.address.drop { $0 != "#" }.dropFirst())
    }

    /// Returns whether the token is that of an inspector, in a time that does not tell where they differ.
    func opens(_ inspector: Inspector) -> Bool {
        let expected = Array(Self(inspector).token.utf8)
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
                guard let inspector, route.opens(inspector) else { throw RouteReply.declined }
                try match.visit.states.set(.isDeveloper, to: true)
                throw RouteReply.redirect(to: HomeRoute())
            }
        }
    }
}
