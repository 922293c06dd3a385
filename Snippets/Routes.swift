// Routes: "go there". A screen is named by a URL, and a guard lets the user sign in first.
import Routing

let router = Router(origins: ["shop://", "https://shop.example"])
var isSignedIn = false

let signedIn = Guard("signed in") { _ in isSignedIn ? .proceed : .park(redirect: "/sign-in") }
try router.register {
    $0.on("/product/:id") { match in print("product", try match["id", as: Int.self]) }
    $0.on("/orders/:number", guards: [signedIn]) { match in print("order", match["number"] ?? "") }
    $0.on("/sign-in") { match in
        isSignedIn = true
        if let navigation = match.parked { await router.resume(navigation) }
    }
}

print(await router.open("shop://product/42"))
print(await router.open("https://shop.example/orders/7"))  // Parked: the user signs in, and then sees order 7.
