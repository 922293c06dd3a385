import Foundation

/// A router in the manner of JLRoutes: a URL is taken apart by Foundation, and then compared with one route after the
/// other, segment by segment.
///
/// It has neither tails nor groups nor priorities, and so less to do than JLRoutes itself, which does not run here.
struct LinearScan {
    /// Whether values are decoded while a route is compared, as JLRoutes does, or only of the route that fits.
    let isEager: Bool

    private let routes: [[Substring]]

    /// Takes patterns of literals and parameters.
    init(_ patterns: [String], isEager: Bool) {
        routes = patterns.map { $0.split(separator: "/") }
        self.isEager = isEager
    }

    /// The segments of a path, still encoded.
    static func segments(of path: String) -> [Substring] { path.split(separator: "/") }

    /// The route of a URL, and the values of query and path.
    func match(_ url: String) -> (number: Int, values: [String: String])? {
        guard let parts = URLComponents(string: url) else { return nil }
        guard var match = match(Self.segments(of: parts.percentEncodedPath)) else { return nil }
        for item in parts.queryItems ?? [] where match.values[item.name] == nil { match.values[item.name] = item.value }
        return match
    }

    /// The first route that takes the segments, and the values of its parameters.
    func match(_ segments: [Substring]) -> (number: Int, values: [String: String])? {
        for (number, route) in routes.enumerated() where route.count == segments.count {
            guard isEager || fits(segments, route) else { continue }
            if let values = values(of: segments, by: route) { return (number, values) }
        }
        return nil
    }

    private func fits(_ segments: [Substring], _ route: [Substring]) -> Bool {
        zip(route, segments).allSatisfy { isParameter($0) || $0 == $1 }
    }

    private func values(of segments: [Substring], by route: [Substring]) -> [String: String]? {
        var values: [String: String] = [:]
        for (expected, segment) in zip(route, segments) {
            if isParameter(expected) {
                values[String(expected.dropFirst())] = segment.removingPercentEncoding
            } else if expected != segment {
                return nil
            }
        }
        return values
    }

    private func isParameter(_ segment: Substring) -> Bool { segment.utf8.first == UInt8(ascii: ":") }
}
