import Binding
import Dispatchers
import Pages
import ShopKit

/// The page with the fields for name and password.
final class SignInScreen: Screen {
    static let look = Region(of: .visit(.signInView)) { look in
        [Patch(.enabled, "sign-in", "\(look.isEnabled)"), Patch("sign-in-message", "\(look.message)")]
    }

    let title = "Sign in"
    private let states: ObserverCenter
    private let look: RegionContent
    private let form: Form<SignInFields>

    init(in visit: any CurrentVisit, _ form: Form<SignInFields>) {
        states = visit.states
        look = Self.look.content(in: visit.regionStates)
        self.form = form
    }

    func body(_ links: Links) -> HTML {
        var fields = states[.signInFields]
        fields.password = ""
        let content: HTML = "\(destination(in: states))<button data-enabled=\"sign-in\">Sign in</button>"
        return """
            <p>\(look.element("sign-in-message", tag: "strong"))</p>
            <div class="fields">\(form.inputs(of: fields, drafts: [:]))</div>
            \(links.form(SignIn(), content, id: "form-signin"))
            <p>\(links.link(RegisterRoute(), "I am new here"))</p>
            <p><small>This is a sample: names and passwords are stored as they are typed. Do not use one of yours. There are
            <b>ada</b> with the password <b>lovelace</b>, and for staff <b>grace</b> with <b>hopper</b>.</small></p>
            """
    }
}

/// The page to which a sign-in leads, as a field of the form.
private func destination(in states: ObserverCenter) -> HTML? {
    states[.destination].map { "<input type=\"hidden\" name=\"destination\" value=\"\($0)\">" }
}

/// The page with the fields for a new customer.
final class RegisterScreen: Screen {
    let title = "Register"
    private let message: String
    private let name: String
    private let next: HTML?

    init(_ states: ObserverCenter) {
        next = destination(in: states)
        message = states[.signInView].message
        name = states[.signInFields].newName
    }

    func body(_ links: Links) -> HTML {
        let content: HTML = """
            <div class="fields"><label>Name<input name="name" maxlength="25" value="\(name)" required></label>
            <label>Password<input name="password" type="password" required></label></div>\(next)<button>Register</button>
            """
        return "<p><strong>\(message)</strong></p>\(links.form(Register(), content))"
    }
}

/// Name, address and habits of a customer: every value is bound to its field, both ways.
final class ProfileScreen: Screen {
    static let form = Form(
        "profile", .profile, in: .customer,
        [
            .field("name", "Name", \.name, .text(upTo: 25)),
            .field("address.street", "Street", \.address.street, .text(upTo: 200)),
            .field("address.city", "City", \.address.city, .text(upTo: 100)),
            .field("address.zip", "Postal code", \.address.zip, .postalCode),
            .field("address.geo.label", "Nickname of the address", \.address.geo.label, .text(upTo: 100)),
            .field("tip", "Usual tip, in €", \.tip, .within(0...100)),
            .rows("phones", "Phone", \.phones, empty: "", .text(upTo: 40)),
        ])

    let title = "Profile"
    private let states: ObserverCenter
    private let form: Form<Profile>

    init(_ states: ObserverCenter, _ form: Form<Profile>) {
        self.states = states
        self.form = form
    }

    func body(_ links: Links) -> HTML {
        """
        <div class="form"><div class="plain last">\(form.button(links, on: ProfileRoute()))</div>
        <div class="fields">\(form.inputs(of: states[.profile], drafts: states[.drafts]))</div>
        <p>\(form.button(links, AddRow(form: "profile"), "Another phone"))</p></div>
        """
    }
}
