import Binding
import Dispatchers
package import Pages
import Routing
package import ShopKit

/// The users of the shop.
package struct Account: Feature {
    private let signIn: Form<SignInFields>
    private let profile: Form<Profile>
    private let tries: SignInTries
    private let wait: @Sendable (Duration) async throws -> Void

    package init(
        in shop: Shop, users: any UserStore, customers: any Customers,
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        waitingBy wait: @escaping @Sendable (Duration) async throws -> Void
    ) throws {
        tries = SignInTries(now: now)
        self.wait = wait
        let signIn = Form(
            "signin", .signInFields, in: .visit,
            [
                .field("name", "Name", \.name, .text(upTo: UserName.limit)),
                .field("password", "Password", \.password, type: "password"),
            ])
        let profile = ProfileScreen.form
        self.signIn = signIn
        self.profile = profile
        shop.services.provide((any BoundForm).self) { _ in signIn }
        shop.services.provide((any BoundForm).self) { _ in profile }
        shop.services.provide((any SignInCoordinating).self, for: .session) { scope in
            SignInCoordinator(in: try scope.service((any CurrentVisit).self)) {
                SessionSignIn(in: $0, users, customers)
            }
        }
        try registerPages(in: shop)
        try registerActions(in: shop)
    }

    private func registerPages(in shop: Shop) throws {
        let signIn = signIn
        let profile = profile
        try shop.pages.register { routes in
            routes.on(SignInRoute.self, options: .openToAll) { _, match in
                let visit = try match.visit.current
                return try await match.show { _ in SignInScreen(in: visit, signIn) }
            }
            routes.on(RegisterRoute.self, options: .openToAll) { _, match in
                let states = try match.visit.states
                return try await match.show { _ in RegisterScreen(states) }
            }
            routes.on(ProfileRoute.self, guards: [Guards.signedIn]) { _, match in
                let states = try match.visit.customer.states
                return try await match.show { _ in ProfileScreen(states, profile) }
            }
        }
    }

    private func registerActions(in shop: Shop) throws {
        let tries = tries
        let wait = wait
        try shop.actions.register { routes in
            routes.on(SignIn.self, options: .openToAll) { _, match in
                let call = try match.call
                try call.keepTypedFields()
                let coordinator = try call.visit.signIn
                let typed = call.fields["signInFields.name"] ?? ""
                let user = UserName(typed).text
                // The user was signed in here before.
                let browser = call.visit.states[.lastName] == user ? ObjectIdentifier(call.visit) : nil
                switch tries.begin(user, in: browser, from: call.peer) {
                case .refused: return Self.tooManyTries
                case .after(.zero): break
                case .after(let time): try await wait(time)
                }
                let password = call.fields["signInFields.password"] ?? ""
                guard try await coordinator.logic.signIn(name: typed, password: password) else {
                    return Answer.next(SignInRoute())
                }
                tries.forget(user, in: browser)
                return await coordinator.next(in: call.visit, asked: call.fields["destination"])
            }
            routes.on(Register.self, options: .openToAll) { _, match in
                let call = try match.call
                let coordinator = try call.visit.signIn
                let name = call.fields["name"] ?? ""
                let isIn = try await coordinator.logic.register(name: name, password: call.fields["password"] ?? "")
                return isIn
                    ? await coordinator.next(in: call.visit, asked: call.fields["destination"])
                    : Answer.next(RegisterRoute())
            }
            routes.on(SignOut.self, options: .openToAll) { _, match in
                try match.visit.signIn.logic.signOut()
                return Answer.next(HomeRoute())
            }
        }
    }

    private static var tooManyTries: Answer {
        let seconds = Int(SignInTries.window / .seconds(1))
        return .later(
            "That were too many sign-ins with a wrong password. Try again in \(seconds) seconds.", seconds: seconds)
    }

    package var regions: [Region] { [SignInScreen.look] }

    package func begin(_ visit: any CurrentVisit) {
        _ = try? visit.services.service((any SignInCoordinating).self)
    }
}

extension Visit {
    fileprivate var signIn: any SignInCoordinating {
        get throws { try services.service((any SignInCoordinating).self) }
    }
}
