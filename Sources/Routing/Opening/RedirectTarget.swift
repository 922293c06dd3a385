/// The target of a redirect: a path with parameters at the origin of the URL that was opened, or at an origin of its
/// own.
///
/// `/product/:id?ref=:code#:part` and `https://shop.example/product/:id` are such targets.
final class RedirectTarget: Sendable {
    /// The target as the registration has it.
    let text: String

    private let origin: String
    private let writer: PatternWriter
    private let query: RedirectText?
    private let fragment: RedirectText?

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
        query = try RedirectText(url, url.parts.query, behind: lead)
        fragment = try RedirectText(url, url.parts.fragment, behind: lead)
    }

    /// Returns the first name in the target that not every URL of the source has.
    func unknownName(from source: RoutePattern) -> String? {
        let pattern = writer.pattern
        let items = source.query.map(\.name)
        let names = source.parameters.map(\.name) + items
        if let unknown = pattern.parameters.first(where: { !names.contains($0.name) }) { return unknown.name }
        if pattern.hasTail, !source.hasTail { return "*" + (pattern.tailName ?? "") }
        let texts = [query, fragment].compactMap(\.self)
        let required = pattern.requiredNames + texts.flatMap(\.names)
        let given = source.requiredNames + items
        if let unknown = required.first(where: { !given.contains($0) }) { return unknown }
        let hasTail = source.expansions.allSatisfy(\.endsInTail)
        return hasTail ? nil : texts.compactMap(\.tailName).first
    }

    /// Returns the target for a URL that matches the source: a path of the router, or a whole URL.
    ///
    /// Parameters, required items of the query and the tail are written where the target names them. The query of the URL
    /// follows the target's own, without the keys that this has; the fragment stays unless the target has one.
    ///
    /// - Throws: When a value cannot be written, or when the URL would be read as another one.
    func target(for match: RouteMatch) throws(RouteURLError) -> String {
        func value(_ name: String) -> String? {
            if let value = match.parameter(name) { return value }
            let isItem = match.pattern.query.contains { $0.name.hasSameBytes(as: name) }
            return isItem ? match.address.firstQueryValue(of: name) : nil
        }
        let tail = match.tail ?? []
        let ownTail = writer.pattern.hasTail ? tail : []
        let path = try writer.path(tail: ownTail, value: value)
        var url = origin
        if writer.pattern.host != nil {
            if match.isPath { throw RouteURLError(.noOrigin, route: text) }
            url = try writer.site(scheme: match.address.scheme, value: value)
        }
        let checked = (url.isEmpty ? "x://" : url) + path
        try writer.check(checked, in: .host(.ignore), tail: ownTail, value: value)
        url += path
        let query = query?.filled(tail: tail, plain: PercentCoding.plainInQueryItem, value: value)
        if let query { url += "?" + query }
        append(itemsOf: match.address, behind: query, to: &url)
        let fragment = fragment?.filled(tail: tail, plain: PercentCoding.plainInFragment, value: value)
        if let fragment = fragment ?? match.address.encodedFragment { url += "#" + fragment }
        return url
    }

    /// Appends the items of a URL whose keys the query of the target does not have, with escapes as they were written.
    private func append(itemsOf address: URLText, behind query: String?, to url: inout String) {
        let own = query.flatMap { try? URLText("x:?" + $0) }
        let keys = own?.query.map(\.key) ?? []
        var separator = query == nil ? "?" : "&"
        for item in address.queryItemRanges where !keys.contains(where: { address.isQueryKey(item, $0) }) {
            url += separator + address.encoded(item.key.lowerBound..<item.value.upperBound)
            separator = "&"
        }
    }
}

/// The query or the fragment of a target, in which a redirect writes values.
///
/// `:name` and `:{name}` are parameters and required items of the query, and `*name` is the tail. A colon or an asterisk
/// in front of something else is itself.
private struct RedirectText: Sendable {
    private var pieces: [Piece] = []

    private enum Piece {
        case text(String)
        case value(String)
        case tail(String)
    }

    /// The names of the values, from left to right.
    var names: [String] { pieces.compactMap { if case .value(let name) = $0 { name } else { nil } } }

    /// The tail as the target names it.
    var tailName: String? {
        for case .tail(let name) in pieces { return "*" + name }
        return nil
    }

    /// Takes a part of a target apart, which was read with a text in front of it; `nil` if the target has no such part.
    init?(_ url: URLText, _ range: Range<Int>?, behind lead: String) throws(RoutePatternError) {
        guard let range else { return nil }
        let bytes = url.text.bytes
        var start = range.lowerBound
        var index = start
        func append(_ piece: Piece, through end: Int) {
            if start < index { pieces.append(.text(url.encoded(start..<index))) }
            pieces.append(piece)
            start = end
            index = end
        }
        while index < range.upperBound {
            guard ASCIISet(":*").contains(bytes[index]) else {
                index += 1
                continue
            }
            let isTail = bytes[index] == UInt8(ascii: "*")
            let isBraced = !isTail && bytes.hasByte("{", at: index + 1)
            let nameStart = index + (isBraced ? 2 : 1)
            let nameEnd = bytes.span.endOfName(from: nameStart)
            if isBraced, nameEnd == nameStart || !bytes.hasByte("}", at: nameEnd) {
                let reason = nameEnd == nameStart ? RoutePatternError.Reason.invalidName : .unclosedBrace
                let target = url.text.part(from: lead.utf8.count)
                throw RoutePatternError(reason: reason, offset: nameEnd - lead.utf8.count, pattern: target)
            }
            guard nameEnd > nameStart else {
                index += 1
                continue
            }
            let name = url.text.part(from: nameStart, to: nameEnd)
            append(isTail ? .tail(name) : .value(name), through: nameEnd + (isBraced ? 1 : 0))
        }
        if start < index { pieces.append(.text(url.encoded(start..<index))) }
    }

    /// The text with values in place of their names; in values, all but some characters are escaped.
    func filled(tail: [String], plain: ASCIISet, value: (String) -> String?) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .value(let name): (value(name) ?? "").encoded(except: plain)
            case .tail: tail.map { $0.encoded(except: plain.without("/")) }.joined(separator: "/")
            }
        }.joined()
    }
}

extension Bytes {
    /// Returns whether a character is at an index, which may be behind the end.
    fileprivate func hasByte(_ character: Unicode.Scalar, at index: Int) -> Bool {
        index < count && self[index] == UInt8(ascii: character)
    }
}

/// The target of a redirect: a string, or a value of a ``TypedRoute``.
///
/// ```swift
/// let signedIn = Guard("signed in") { _ in .park(redirect: SignInRoute()) }
/// ```
///
/// A string is a path of the router, beginning with a slash, or a whole URL. Write a path with values by
/// ``Router/path(for:with:tail:)``, so that a value cannot change the target.
///
/// A value of a route that is not registered with the router or its fallbacks, or that cannot be written as a URL, ends
/// the opening as failed, with a ``RouteURLError``.
public protocol RouteTarget: Sendable {
    /// Returns the target as a path of a router, beginning with a slash, or as a whole URL.
    func redirectTarget(in router: Router) throws -> String
}

extension String: RouteTarget {
    /// Returns the string.
    public func redirectTarget(in router: Router) -> String { self }
}

extension TypedRoute {
    /// Returns the path of the value, or its URL if a fallback with other origins has the route.
    public func redirectTarget(in router: Router) throws -> String {
        try router.redirectTarget(for: self)
    }
}

/// The target that a value of a URL names, such as that of `?next=/cart`, if it is one of the router's own URLs.
///
/// Values of a URL come from anyone. A target that leads elsewhere would send a user who signs in to a page of somebody
/// else.
struct OwnTarget: RouteTarget, Hashable {
    let text: String

    /// Returns the text, if it is a path that no browser takes for a host, or a URL that begins with an origin.
    ///
    /// - Throws: A ``RedirectError`` for any other text.
    func redirectTarget(in router: Router) throws -> String {
        guard text.begins(with: "/") ? isPath : isURL(of: router) else {
            throw RedirectError(reason: .foreign, target: text, parked: nil)
        }
        return text
    }

    /// A Boolean value that indicates whether the path begins with one slash, also without its dot segments.
    private var isPath: Bool {
        (try? Addressing.checked(text)) != nil && PathText.ofTarget(text).path.segmentRanges.first?.isEmpty != true
    }

    private func isURL(of router: Router) -> Bool {
        guard let url = try? URLText(text) else { return false }
        return router.chain.contains { $0.addressing.isOrigin(of: url) }
    }
}

/// Redirects to a target that the URL names, as `next` does in `/sign-in?next=/cart`.
///
/// The target is a path, or a URL that begins with one of the origins of the router whose route it is, or of its
/// fallbacks. User info, another port, and a path that a browser takes for a host are refused. So is every whole URL if a
/// router has no origins. An opening that is refused ends as failed, with a ``RedirectError`` whose reason is
/// ``RedirectError/Reason/foreign``.
extension RouteReply {
    /// Redirects to the target that a value of the URL names, if the router owns it.
    ///
    /// ```swift
    /// $0.on("/sign-in") { match in
    ///     await signIn()
    ///     return .redirect(to: match, ifOwn: "next", otherwise: "/")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - match: The match of the handler.
    ///   - name: The name of the value.
    ///   - target: The target if the URL has no such value, or an empty one. With `nil`, the URL is handled then.
    /// - Returns: The reply.
    public static func redirect(
        to match: RouteMatch, ifOwn name: String, otherwise target: (any RouteTarget)? = nil
    ) -> RouteReply {
        match.ownTarget(name, otherwise: target).map { .redirect(to: $0) } ?? .handled
    }
}

extension RouteReply? {
    /// Redirects to the target that a value of the URL names, if the router owns it.
    public static func redirect(
        to match: RouteMatch, ifOwn name: String, otherwise target: (any RouteTarget)? = nil
    ) -> RouteReply? {
        .some(RouteReply.redirect(to: match, ifOwn: name, otherwise: target))
    }
}

extension Guard.Decision {
    /// Redirects to the target that a value of the URL names, if the router owns it.
    ///
    /// If the URL has no such value and there is no other target, the navigation proceeds.
    public static func redirect(
        to match: RouteMatch, ifOwn name: String, otherwise target: (any RouteTarget)? = nil
    ) -> Guard.Decision {
        match.ownTarget(name, otherwise: target).map { .redirect(to: $0) } ?? .proceed
    }
}

extension RouteMatch {
    /// The target that a value names, or another one if the value is missing or empty.
    fileprivate func ownTarget(_ name: String, otherwise target: (any RouteTarget)?) -> (any RouteTarget)? {
        guard let text = self[name], !text.isEmpty else { return target }
        return OwnTarget(text: text)
    }
}

extension (any RouteTarget)? {
    /// Returns whether two targets are the same: none, the same text, or equal values of one type.
    ///
    /// Values that are not `Equatable` are never the same.
    func isSame(as other: (any RouteTarget)?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        guard let value = self as? any Equatable else { return false }
        return value.isEqual(to: other)
    }
}

extension Equatable {
    fileprivate func isEqual(to other: any RouteTarget) -> Bool { other as? Self == self }
}

/// The handling of redirects while a URL is opened.
public enum RedirectPolicy: Sendable, Hashable {
    /// Every redirect is followed.
    case all

    /// The first redirect ends the opening, as ``RouteOutcome/Result/redirected(to:)`` or as parked.
    case none
}

/// A redirect that could not be followed.
public struct RedirectError: Error, Sendable, Equatable {
    /// The reasons why a redirect could not be followed.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// No handler handled the target for which a navigation was parked.
        case unhandled

        /// More than eight redirects in a row, for example because a guard also guards its own target.
        case tooManyHops

        /// Too many nested resumptions: a sign-in resumes although the user did not sign in.
        case tooManyResumptions

        /// Too many navigations that wait for one another.
        case tooManyParked

        /// A value of the URL names a target that is none of the router's own URLs.
        case foreign
    }

    /// The reason why the redirect could not be followed.
    public let reason: Reason

    /// The target of the redirect.
    public let target: String

    /// The navigation that was parked last, or `nil` if none was.
    public let parked: ParkedNavigation?
}

extension RedirectError: CustomStringConvertible {
    /// The target and the reason, in one sentence.
    public var description: String {
        let who = parked.map { "The guard " + $0.guardName.quoted } ?? "A route"
        return switch reason {
        case .unhandled: "\(who) redirected to \(target.quoted), and no handler dealt with it."
        case .tooManyHops: "\(who) redirected to \(target.quoted), after too many redirects."
        case .tooManyResumptions:
            "\(target.quoted) was resumed too often: it led to a handler that resumed it again."
        case .tooManyParked:
            "\(target.quoted) cannot be parked: \(ParkedNavigation.maximumDepth) navigations wait for one another."
        case .foreign:
            """
            \(target.quoted) was not opened: `ifOwn` takes a path that begins with one slash, or a URL that begins with an \
            origin of the router.
            """
        }
    }
}
