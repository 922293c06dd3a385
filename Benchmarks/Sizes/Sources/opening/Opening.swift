import Routing

/// A program that opens a URL of its own.
@main struct Opening {
    static func main() throws {
        let router = Router()
        try router.register { $0.on("/product/:id") { match in print(match["id"] ?? "") } }
        print(router.openNow("shop://product/42"))
    }
}
