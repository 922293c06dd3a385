import Synchronization

/// Which routes are opened with a type; they are searched when the first type is asked for.
final class TypedRoutes: Sendable {
    private let routes: SharedList<RegisteredRoute>
    private let byType = AtomicLazyReference<Numbers>()

    /// The numbers of the first routes of types.
    private final class Numbers: Sendable {
        let byType: [ObjectIdentifier: Int]

        init(_ byType: [ObjectIdentifier: Int]) { self.byType = byType }
    }

    init(among routes: SharedList<RegisteredRoute>) { self.routes = routes }

    /// The number of the first route that is opened with a type.
    func number(of type: ObjectIdentifier) -> Int? {
        let numbers = byType.load() ?? byType.storeIfNil(Numbers(found))
        return numbers.byType[type]
    }

    private var found: [ObjectIdentifier: Int] {
        let pairs = routes.all.enumerated().compactMap { number, route in route.type.map { ($0, number) } }
        return Dictionary(pairs) { first, _ in first }
    }
}
