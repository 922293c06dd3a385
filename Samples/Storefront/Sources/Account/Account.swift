import Binding
import Dispatchers
package import Pages
import Routing
package import ShopKit

/// Who the customer is.
package struct Account: Feature {
    private let signIn: Form<SignInFields>
    private let profile: Form<Profile>

    package init(in shop: Shop, users: any UserStore) throws {
        let signIn = Form(
            "signin", .signInFields,
            [
                .field("name", "Name", \.name, .cut(to: 25)),
                .field("password", "Password", \.password, type: "password"),
            ])
        let profile = ProfileScreen.form
        (self.signIn, self.profile) = (signIn, profile)
        shop.services.provide((any BoundForm).self) { _ in signIn }
        shop.services.provide((any BoundForm).self) { _ in profile }
        shop.services.provide((any SignInCoordinating).self, for: .session) { scope in
            SignInCoordinator(in: try scope.service((any CurrentVisit).self)) { SessionSignIn(in: $0, users) }
        }
        try registerPlaces(in: shop)
        try registerActions(in: shop)
    }

    private func registerPlaces(in shop: Shop) throws {
        let open = RouteOptions(metadata: [Guards.openToAll: true])
        let (signIn, profile) = (signIn, profile)
        try shop.places.register { routes in
            routes.on(SignInPlace.self, options: open) { _, match in
                let states = try match.visit.states
                return try await match.show { _ in SignInScreen(states, signIn) }
            }
            routes.on(RegisterPlace.self, options: open) { _, match in
                let states = try match.visit.states
                return try await match.show { _ in RegisterScreen(states) }
            }
            routes.on(ProfilePlace.self, guards: [Guards.signedIn]) { _, match in
                let states = try match.visit.states
                return try await match.show { _ in ProfileScreen(states, profile) }
            }
        }
    }

    private func registerActions(in shop: Shop) throws {
        try shop.actions.register { routes in
            routes.on(SignIn.self) { _, match in
                let (call, coordinator) = (try match.call, try match.visit.signIn)
                let (name, password) = (call.fields["signin.name"] ?? "", call.fields["signin.password"] ?? "")
                let isIn = try await coordinator.logic.signIn(name: name, password: password)
                return Self.next(isIn, coordinator, call.visit, SignInPlace())
            }
            routes.on(Register.self) { _, match in
                let (call, coordinator) = (try match.call, try match.visit.signIn)
                let (name, password) = (call.fields["name"] ?? "", call.fields["password"] ?? "")
                let isIn = try await coordinator.logic.register(name: String(name.prefix(25)), password: password)
                return Self.next(isIn, coordinator, call.visit, RegisterPlace())
            }
            routes.on(SignOut.self) { _, match in
                let visit = try match.visit
                try visit.signIn.logic.signOut()
                return Answer.next(visit.shop.links.path(HomePlace()))
            }
        }
    }

    /// On to where the visitor was going, or back to the page.
    private static func next(
        _ isIn: Bool, _ coordinator: any SignInCoordinating, _ visit: Visit, _ page: some TypedRoute
    ) -> Answer {
        guard isIn else { return .next(visit.shop.links.path(page)) }
        return .next(coordinator.destination() ?? visit.shop.links.path(HomePlace()))
    }

    package var regions: [Region] {
        [
            Region(of: .signInView) { look in
                [
                    Patch(.enabled, "sign-in", "\(look.isEnabled)"),
                    Patch("sign-in-message", "\(look.message)"),
                ]
            }
        ]
    }

    package func begin(_ visit: any CurrentVisit) {
        _ = try? visit.services?.service((any SignInCoordinating).self)
    }
}

extension Visit {
    fileprivate var signIn: any SignInCoordinating {
        get throws { try services.service((any SignInCoordinating).self) }
    }
}
