import Dispatchers
import Routing

/// The watched routers and their fallbacks, each once: a router before those that it falls back to.
struct RouterList {
    let routers: [Router]

    init(of watched: [any Inspectable]) {
        self.init(of: watched.compactMap(Self.router))
    }

    init(of watched: [Router]) {
        var routers: [Router] = []
        for first in watched {
            var next: Router? = first
            while let router = next, !routers.contains(where: { $0 === router }) {
                routers.append(router)
                next = router.fallback
            }
        }
        self.routers = routers
    }

    private static func router(_ watched: any Inspectable) -> Router? {
        switch watched {
        case let router as Router: return router
        // The content of a center would be collected in vain.
        case is MessageCenter, is ObserverCenter, is ProtocolDispatcherCenter: return nil
        default:
            guard case .router(let router) = watched.inspected else { return nil }
            return router
        }
    }

    /// The name of a router, or else its number.
    private func name(of router: Router) -> String {
        router.name ?? "router \((routers.firstIndex { $0 === router } ?? 0) + 1)"
    }

    /// Writes the routers with their routes.
    func write(to json: inout JSONWriter) {
        json.list(routers) { json, router in
            json.object { json in
                json.member("name", name(of: router))
                json.member("fallback", router.fallback.map(name))
                json.name("guards")
                json.list(router.guards) { write($1, to: &$0) }
                json.name("routes")
                json.list(router.routes) { write($1, to: &$0) }
            }
        }
    }

    private func write(_ route: RegisteredRoute, to json: inout JSONWriter) {
        json.object { json in
            json.member("pattern", "\(route.pattern)")
            json.member("priority", route.priority)
            json.name("guards")
            json.list(route.guards) { write($1, to: &$0) }
            json.member("redirect", route.redirect)
            json.member("at", "\(route.location)")
        }
    }

    private func write(_ guarding: Guard, to json: inout JSONWriter) {
        json.object { json in
            json.member("name", guarding.name)
            json.member("at", "\(guarding.location)")
        }
    }

    /// Writes why each router matches a URL, or does not.
    func explain(_ url: String, to json: inout JSONWriter) {
        json.list(routers) { json, router in
            let explanation = router.explain(url)
            let name = routers.count > 1 ? name(of: router) + ": " : ""
            json.object { json in
                json.member("matches", explanation.pattern.map { "\($0)" })
                json.member("text", "\(name)\(explanation)")
            }
        }
    }
}
