import Dispatchers
import ShopKit

/// The logic of signing in.
///
/// It talks to its views through `SignInDelegate`, and knows none of them.
final class SessionSignIn: SignInLogic {
    private let visit: any CurrentVisit
    private let users: any UserStore
    private let customers: any Customers

    init(in visit: any CurrentVisit, _ users: any UserStore, _ customers: any Customers) {
        self.visit = visit
        self.users = users
        self.customers = customers
        visit.states.set(.signInFields, to: SignInFields(name: visit.states[.lastName]))
        visit.states.observe(.signInFields[\.isFilled], by: self) { logic, change in
            logic.tell { $0.buttonIsEnabled(change.new) }
        }
    }

    func signIn(name: String, password: String) async throws -> Bool {
        let before = visit.customer
        tell { $0.signInStarted() }
        let name = UserName(name)
        if let problem = name.problem { return fail(problem, since: before) }
        guard let user = try await users.user(name: name.text, password: password) else {
            return fail("Name and password do not fit.", since: before)
        }
        return try await succeed(user)
    }

    func register(name: String, password: String) async throws -> Bool {
        let before = visit.customer
        tell { $0.signInStarted() }
        let name = UserName(name)
        visit.states.update(.signInFields) { $0.newName = name.text }
        if let problem = name.problem { return fail(problem, since: before) }
        guard !password.isEmpty else { return fail("A name and a password, please.", since: before) }
        guard try await users.add(name: name.text, password: password) else {
            return fail("The name \(name.text) is taken.", since: before)
        }
        return try await succeed(User(name: name.text, role: .customer))
    }

    func signOut() {
        guard let user = visit.states[.user] else { return }
        visit.states.set(.lastName, to: user.name)
        change(to: nil, customers.guest())
        // The views begin anew, without the reason why an earlier sign-in failed.
        tell { $0.signInStarted() }
    }

    /// Tells the views why a sign-in failed, unless another tab has signed in since it began.
    private func fail(_ reason: String, since before: Customer) -> Bool {
        if before === visit.customer { tell { $0.signInFailed(reason) } }
        return false
    }

    private func succeed(_ user: User) async throws -> Bool {
        let customer = try await customers.customer(named: user.name)
        let before = visit.customer
        visit.states.set(.lastName, to: user.name)
        change(to: user, customer)
        tell { $0.signInSucceeded(user) }
        visit.messages.post(SignedIn(user, before: before))
        return true
    }

    /// Replaces the customer of the visit, and clears the states of the sign-in page.
    private func change(to user: User?, _ customer: Customer) {
        visit.become(customer)
        visit.states.set(.signInFields, to: SignInFields(name: user == nil ? visit.states[.lastName] : ""))
        visit.states.set(.notice, to: nil)
        if user == nil { visit.states.set(.destination, to: nil) }
        visit.states.set(.user, to: user)
    }

    private func tell(_ call: @escaping @Sendable (any SignInDelegate) -> Void) {
        visit.calls.dispatch((any SignInDelegate).self) { call($0) }
    }
}
