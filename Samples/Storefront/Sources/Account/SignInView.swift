import Dispatchers
import ShopKit

extension StateKeys {
    /// The texts of the fields of the sign-in page; of the password only whether there is one.
    static let signInFields = StateKey("signInFields", default: SignInFields())

    /// The look of the sign-in page.
    static let signInView = StateKey("signInView", default: SignInLook())
}

struct SignInFields: Sendable, Equatable {
    var name = ""
    var password = ""

    /// The name that was typed on the page for new customers.
    var newName = ""

    var isFilled: Bool { !name.isEmpty && !password.isEmpty }
}

struct SignInLook: Sendable, Equatable {
    var isEnabled = false
    var message = ""
}

/// The view of signing in: the calls of the logic become the look of the page, which open tabs follow.
final class SignInView: SignInDelegate {
    private let states: ObserverCenter

    init(in visit: any CurrentVisit) {
        states = visit.states
        visit.calls.register((any SignInDelegate).self, by: self) { $0 }
    }

    func buttonIsEnabled(_ isEnabled: Bool) { states.update(.signInView) { $0.isEnabled = isEnabled } }
    func signInStarted() { states.update(.signInView) { $0.message = "" } }
    func signInFailed(_ reason: String) { states.update(.signInView) { $0.message = reason } }
    func signInSucceeded(_ user: User) { states.set(.signInView, to: SignInLook()) }
}
