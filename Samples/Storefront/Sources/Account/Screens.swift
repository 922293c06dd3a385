import Binding
import Dispatchers
import Pages
import ShopKit

/// The page on which one signs in.
final class SignInScreen: Screen {
    let title = "Sign in"
    private let states: ObserverCenter
    private let form: Form<SignInFields>

    init(_ states: ObserverCenter, _ form: Form<SignInFields>) {
        self.states = states
        self.form = form
    }

    func body(_ links: Links) -> HTML {
        var fields = states[.signInFields]
        if fields.name.isEmpty { fields.name = states[.lastName] }
        fields.password = ""
        let content: HTML = "<button data-enabled=\"sign-in\">Sign in</button>"
        return """
            <p>\(region("sign-in-message", "\(states[.signInView].message)", tag: "strong"))</p>
            <div class="fields">\(form.inputs(of: fields, drafts: [:]))</div>
            \(links.form(SignIn(), content, id: "form-signin"))
            <p>\(links.link(RegisterPlace(), "I am new here"))</p>
            <p><small>This is a sample: names and passwords are stored as they are typed. Do not use one of yours. There are
            <b>ada</b> with the password <b>lovelace</b>, and for staff <b>grace</b> with <b>hopper</b>.</small></p>
            """
    }
}

/// The page on which one becomes a customer.
final class RegisterScreen: Screen {
    let title = "Register"
    private let message: String

    init(_ states: ObserverCenter) { message = states[.signInView].message }

    func body(_ links: Links) -> HTML {
        let content: HTML = """
            <div class="fields"><label>Name<input name="name" maxlength="25" required></label>
            <label>Password<input name="password" type="password" required></label></div><button>Register</button>
            """
        return "<p><strong>\(message)</strong></p>\(links.form(Register(), content))"
    }
}

/// What a customer says about themselves: every value is bound to its field, both ways.
final class ProfileScreen: Screen {
    static let form = Form(
        "profile", .profile,
        [
            .field("name", "Name", \.name, .cut(to: 25)), .field("address.street", "Street", \.address.street),
            .field("address.city", "City", \.address.city),
            .field("address.zip", "Postal code", \.address.zip, .within(0...99_999)),
            .field("address.geo.label", "What the place is called", \.address.geo.label),
            .field("tip", "Usual tip, in €", \.tip, .within(0...100)), .rows("phones", "Phone", \.phones, empty: ""),
        ])

    let title = "Profile"
    private let states: ObserverCenter
    private let form: Form<Profile>

    init(_ states: ObserverCenter, _ form: Form<Profile>) {
        self.states = states
        self.form = form
    }

    func body(_ links: Links) -> HTML {
        let back: HTML = "<input type=\"hidden\" name=\"back\" value=\"\(links.path(ProfilePlace()))\">"
        return """
            <div class="fields">\(form.inputs(of: states[.profile], drafts: states[.drafts]))</div>
            \(links.form(AddRow(form: "profile"), "\(back)<button>Another phone</button>", kind: "inline"))
            <div class="plain">\(form.button(links, back: ProfilePlace()))</div>
            """
    }
}
