import Synchronization

/// Which routes are opened with a type.
///
/// They are looked through when the first type is asked for.
final class TypedRoutes: Sendable {
    private let routes: SharedList<RegisteredRoute>
    private let numbers = AtomicLazyReference<Numbers>()

    /// The numbers of routes by the addresses of their types.
    private final class Numbers: Sendable {
        let byType: [Int: Int]

        init(_ byType: [Int: Int]) { self.byType = byType }
    }

    init(among routes: SharedList<RegisteredRoute>) { self.routes = routes }

    /// The number of the first route that is opened with a type, by the address of that.
    func number(of type: Int) -> Int? {
        let numbers = numbers.load() ?? numbers.storeIfNil(Numbers(found))
        return numbers.byType[type]
    }

    private var found: [Int: Int] {
        var found: [Int: Int] = [:]
        for (number, route) in routes.all.enumerated() {
            if let type = route.type, found[type] == nil { found[type] = number }
        }
        return found
    }
}
