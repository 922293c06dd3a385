import Dispatchers
package import Routing
package import ShopKit

/// The account of the customer.
package final class Account {
    private let passwords = ["ada": "lovelace", "grace": "hopper"]

    private let states: ObserverCenter

    package init(in shop: Shop) throws {
        states = shop.states
        try shop.router.register { routes in
            routes.on("/sign-in") { match in
                shop.show(SignInScreen(self, shop, goingTo: match.parked))
            }
        }
    }

    /// Lets through who is signed in, and sends others to sign in first.
    package func signedIn(in shop: Shop) -> Guard {
        Guard("signed in") { _ in
            guard shop.states[.user] == nil else { return .proceed }
            shop.story.tell("guard signed in: parks it, sign in first")
            return .park(redirect: "/sign-in")
        }
    }

    func signIn(_ name: String, _ password: String) -> Bool {
        guard passwords[name] == password else { return false }
        states.set(.user, to: name)
        return true
    }
}

final class SignInScreen: Screen, Prompt {
    let name = "Sign in"
    var title = ""
    let body = ["your name and password, please"]

    private let account: Account
    private let shop: Shop
    private let destination: ParkedNavigation?

    init(_ account: Account, _ shop: Shop, goingTo destination: ParkedNavigation?) {
        self.account = account
        self.shop = shop
        self.destination = destination
    }

    /// Signs in, and resumes the navigation that was parked.
    func take(_ line: String) async {
        let words = line.split(separator: " ")
        guard words.count == 2, account.signIn(String(words[0]), String(words[1])) else {
            return shop.story.complain("sign-in refused: name and password do not fit; try again")
        }
        shop.post(SignedIn(String(words[0])), "message SignedIn from Account: \(words[0])")
        if let destination {
            await shop.resume(destination)
        } else {
            await shop.open("shop://")
        }
    }
}
