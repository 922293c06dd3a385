import FlyingFox

/// FlyingFox's routes, asked one after the other as its own handler of routes asks them.
struct FlyingFoxRoutes: Sendable {
    private let routes: [HTTPRoute]

    /// Takes patterns of literals and parameters.
    init(_ patterns: [String]) {
        routes = patterns.map { HTTPRoute("GET " + $0) }
    }

    /// A request for a path.
    static func request(for path: String) -> HTTPRequest {
        HTTPRequest(method: .GET, version: .http11, path: path, query: [], headers: [:], body: HTTPBodySequence())
    }

    /// The number of the first route that takes a request.
    nonisolated(nonsending) func first(taking request: HTTPRequest) async -> Int? {
        for (number, route) in routes.enumerated() where await route ~= request { return number }
        return nil
    }
}
