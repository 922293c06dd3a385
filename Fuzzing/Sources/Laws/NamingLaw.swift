import Routing

enum NamingLaw {
    static func check(_ name: String) throws(Violation) {
        do {
            let options = RouteOptions(name: name)
            let list = RouteList(routes: [
                .init(pattern: try RoutePattern("/a/:id"), options: options),
                .init(pattern: try RoutePattern("/b"), options: RouteOptions(name: name + "b")),
            ])
            let router = Router(origins: ["shop://"])
            try router.register(list) {
                $0.on(name) { _ in }
                $0.on(name + "b") { _ in }
            }
            let url = try router.url(named: name, with: ["id": "1"])
            try Violation.unless(url == "shop://a/1", "another URL: \(url)")
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation("\(error)")
        }
    }
}
