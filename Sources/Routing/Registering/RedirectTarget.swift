/// The target of a redirect: a path with parameters at the origin of the URL that was opened, or at an origin of its
/// own.
///
/// `/product/:id?ref=old` and `https://shop.example/product/:id` are such targets.
final class RedirectTarget: Sendable {
    /// The target as the registration has it.
    let text: String

    private let origin: String
    private let writer: PatternWriter
    private let query: String
    private let queryKeys: [String]
    private let fragment: String?

    /// Takes a target apart, whose path is a pattern; `nil` if no URL begins as it does.
    init?(_ text: String, for router: Router) throws(RoutePatternError) {
        // Read as a URL of an app, whose path may have braces.
        let lead = text.begins(with: "/") ? "x://" : "x"
        guard let url = try? URLText(lead + text) else { return nil }
        guard url.parts.host != nil || url.path.begins(with: "/") else { return nil }
        origin = url.text.part(from: lead.utf8.count, to: url.parts.path.lowerBound)
        guard origin.isEmpty || (try? URLText(origin + "/")) != nil else { return nil }
        let pattern = try RoutePattern(url.path, types: router.types)
        writer = PatternWriter(pattern, ignoringCase: router.isIgnoringCase)
        self.text = text
        query = url.parts.query.map { "?" + url.written($0) } ?? ""
        queryKeys = url.query.map(\.key)
        fragment = url.encodedFragment
    }

    /// Returns the first name in the target that not every path of the source has.
    func unknownName(from source: RoutePattern) -> String? {
        let pattern = writer.pattern
        let names = source.parameters.map(\.name)
        if let unknown = pattern.parameters.first(where: { !names.contains($0.name) }) { return unknown.name }
        if pattern.hasTail, !source.hasTail { return "*" + (pattern.tailName ?? "") }
        return pattern.requiredNames.first { !source.requiredNames.contains($0) }
    }

    /// Returns the target for a URL that matches the source: a path of the router, or a whole URL.
    ///
    /// Parameters and tail are written where the target names them. The query of the URL follows the target's own,
    /// without the keys that this has; the fragment stays unless the target has one.
    ///
    /// - Throws: When a value cannot be written, or when the URL would be read as another one.
    func target(for match: RouteMatch) throws(RouteURLError) -> String {
        let tail = writer.pattern.hasTail ? match.tail ?? [] : []
        let path = try writer.path(tail: tail, value: match.parameter)
        var url = origin
        if writer.pattern.host != nil {
            if match.isPath { throw RouteURLError(.noOrigin, route: text) }
            url = try writer.site(scheme: match.address.scheme, value: match.parameter)
        }
        let checked = (url.isEmpty ? "x://" : url) + path
        try writer.check(checked, in: .host(.ignore), tail: tail, value: match.parameter)
        url += path + query
        append(itemsOf: match.address, to: &url)
        if let fragment = fragment ?? match.address.encodedFragment { url += "#" + fragment }
        return url
    }

    /// Appends the items of a URL whose keys the target does not have, with escapes as they were written.
    private func append(itemsOf address: URLText, to url: inout String) {
        var separator = query.isEmpty ? "?" : "&"
        for item in address.queryItemRanges where !queryKeys.contains(where: { address.isQueryKey(item, $0) }) {
            url += separator + address.encoded(item.key.lowerBound..<item.value.upperBound)
            separator = "&"
        }
    }
}
