// Places: "go there", named by a URL.
import Dispatchers
import Routing

@MainActor final class Navigator {
    private var isSignedIn = false
    private let router = Router(origins: ["shop://", "https://shop.example"])

    init() throws {
        let signedIn = Guard("signed in") { [weak self] _ in
            self?.isSignedIn == true ? .proceed : .park(redirect: "/sign-in")
        }
        try router.register {
            $0.on("/product/:id", by: self) { navigator, match in
                navigator.show("product \(try match["id", as: Int.self])")
            }
            $0.on("/sign-in", by: self) { navigator, match in await navigator.signIn(andGoTo: match.parked) }
        }
        try router.mount("/orders", guards: [signedIn]) {
            $0.on("(/:number)", by: self) { navigator, match in navigator.show("order \(match["number"] ?? "list")") }
        }
        router.onUnmatched { miss in print("no such place:", miss.url) }
    }

    func open(_ url: String) async {
        print(url, "→", await router.open(url, extras: ["source": "push"]))
    }

    private func show(_ screen: String) { print("showing", screen) }

    private func signIn(andGoTo destination: ParkedNavigation?) async {
        isSignedIn = true
        if let destination { await router.resume(destination) }
    }
}

let navigator = try Navigator()
await navigator.open("shop://product/42")
await navigator.open("https://shop.example/orders/7")
await navigator.open("shop://nowhere")
