#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The files of this folder:
//
// - `LinkFile`: which file is made, for which apps, and why there is none.
// - `LinkSource`: which routes are for a web site. `LinkRule`: which rules a route has in a file.

/// A file of a web site with the URLs of the site that an app opens.
public struct LinkFile: Sendable, Hashable {
    /// The content of the file.
    public let json: String

    /// A sentence for each route whose rules match more URLs than the route, and for one whose rule matches the whole
    /// site.
    ///
    /// The app is opened with such a URL, too, and no route may match it.
    public let notes: [String]
}

/// Files for the web sites among the origins of a router.
///
/// ```swift
/// let router = Router(origins: ["shop://", "https://shop.example"])
/// let file = try router.appleAppSiteAssociation(for: ["ABCDE12345.com.example.shop"])
/// print(file.json)  // for https://shop.example/.well-known/apple-app-site-association
/// ```
///
/// The rules cover every URL that a route of the router or of a fallback matches, in the form that RFC 3986 calls
/// normal: without dot segments, with escapes in capital letters, and with those alone that are needed. Where a rule
/// takes more than its route, a note says so. The query, the type of a parameter and the priority of a route are in no
/// rule.
extension Router {
    /// The file `apple-app-site-association` for a web site.
    ///
    /// Linear in the paths that the routes describe.
    ///
    /// - Parameters:
    ///   - apps: The identifiers of the apps, such as `ABCDE12345.com.example.shop`.
    ///   - host: The host of the web site, as an origin names it or one of its subdomains, `www.shop.example` or
    ///     `*.shop.example`; `nil` if all origins that begin with `https://` have the same.
    /// - Returns: The file, with notes.
    /// - Throws: The first app that is wrong, or an error if there is no such host or no route for its URLs.
    public func appleAppSiteAssociation(
        for apps: [String], at host: String? = nil
    ) throws(LinkFileError) -> LinkFile {
        try LinkFile.apple(apps, linkSources, at: host)
    }

    /// The file `assetlinks.json` for a web site, with the rules that Android reads from version 15 on.
    ///
    /// An Android before 15, or without Google's services, ignores the rules. The rules narrow what the manifest of the app
    /// allows, and never widen it. Linear in the paths that the routes describe.
    ///
    /// - Parameters:
    ///   - apps: The apps.
    ///   - host: The host of the web site, as an origin names it or one of its subdomains, `www.shop.example` or
    ///     `*.shop.example`; `nil` if all origins that begin with `https://` have the same.
    /// - Returns: The file, with notes.
    /// - Throws: An error if there is no app, no such host or no route for its URLs.
    public func assetLinks(for apps: [AndroidApp], at host: String? = nil) throws(LinkFileError) -> LinkFile {
        try LinkFile.android(apps, linkSources, at: host)
    }

    private var linkSources: [LinkSource] {
        chain.map { router in
            LinkSource(
                addressing: router.addressing, isIgnoringCase: router.isIgnoringCase,
                records: router.routes.map(\.record))
        }
    }
}

/// Files for the web sites among the origins of a list; see ``Router/appleAppSiteAssociation(for:at:)``.
extension RouteList {
    /// The file `apple-app-site-association` for a web site.
    ///
    /// - Parameters:
    ///   - apps: The identifiers of the apps, such as `ABCDE12345.com.example.shop`.
    ///   - host: The host of the web site, as an origin names it or one of its subdomains, `www.shop.example` or
    ///     `*.shop.example`; `nil` if all origins that begin with `https://` have the same.
    ///   - ignoringCase: `true` if the router of the app is created with `ignoringCase: true`.
    /// - Returns: The file, with notes.
    /// - Throws: The first app that is wrong, or an error if there is no such host or no route for its URLs.
    public func appleAppSiteAssociation(
        for apps: [String], at host: String? = nil, ignoringCase: Bool = false
    ) throws(LinkFileError) -> LinkFile {
        try LinkFile.apple(apps, [linkSource(ignoringCase)], at: host)
    }

    /// The file `assetlinks.json` for a web site, with the rules that Android reads from version 15 on.
    ///
    /// - Parameters:
    ///   - apps: The apps.
    ///   - host: The host of the web site, as an origin names it or one of its subdomains, `www.shop.example` or
    ///     `*.shop.example`; `nil` if all origins that begin with `https://` have the same.
    ///   - ignoringCase: `true` if the router of the app is created with `ignoringCase: true`.
    /// - Returns: The file, with notes.
    /// - Throws: An error if there is no app, no such host or no route for its URLs.
    public func assetLinks(
        for apps: [AndroidApp], at host: String? = nil, ignoringCase: Bool = false
    ) throws(LinkFileError) -> LinkFile {
        try LinkFile.android(apps, [linkSource(ignoringCase)], at: host)
    }

    private func linkSource(_ ignoringCase: Bool) -> LinkSource {
        LinkSource(addressing: addressing, isIgnoringCase: ignoringCase, records: routes.map(\.record))
    }
}

extension LinkFile {
    /// The most bytes that Apple's systems read of a file.
    private static let maximumAppleLength = 128 * 1024

    /// Makes an `apple-app-site-association` file.
    fileprivate static func apple(
        _ apps: [String], _ sources: [LinkSource], at host: String?
    ) throws(LinkFileError) -> LinkFile {
        if apps.isEmpty { throw LinkFileError(.noApp) }
        for app in apps where !app.isAppleAppID { throw LinkFileError(.malformedApp, app) }
        let rules = try sources.rules(at: host, in: .apple)
        let components = rules.map { rule in
            var component: [String: MetadataValue] = [
                "/": .string(rule.path), "comment": .string(rule.pattern.text.printed),
            ]
            if rule.isIgnoringCase { component["caseSensitive"] = false }
            return MetadataValue.object(component)
        }
        let details: MetadataValue = .object([
            "appIDs": .array(apps.map { .string($0) }), "components": .array(components),
        ])
        var file = LinkFile(.object(["applinks": .object(["details": .array([details])])]), rules)
        if file.json.utf8.count > maximumAppleLength {
            let note = "The file has \(file.json.utf8.count) bytes; systems read at most \(maximumAppleLength)."
            file = LinkFile(json: file.json, notes: [note] + file.notes)
        }
        return file
    }

    /// Makes an `assetlinks.json` file.
    fileprivate static func android(
        _ apps: [AndroidApp], _ sources: [LinkSource], at host: String?
    ) throws(LinkFileError) -> LinkFile {
        if apps.isEmpty { throw LinkFileError(.noApp) }
        let rules = try sources.rules(at: host, in: .android)
        let components = MetadataValue.array(rules.map { .object(["/": .string($0.path)]) })
        let relation = "delegate_permission/common.handle_all_urls"
        let statements = apps.map { app in
            MetadataValue.object([
                "relation": .array([.string(relation)]),
                "target": .object([
                    "namespace": "android_app", "package_name": .string(app.package),
                    "sha256_cert_fingerprints": .array(app.fingerprints.map { .string($0) }),
                ]),
                "relation_extensions": .object([relation: .object(["dynamic_app_link_components": components])]),
            ])
        }
        return LinkFile(.array(statements), rules)
    }

    private init(_ value: MetadataValue, _ rules: [LinkRule]) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Text alone can always be written.
        let json = (try? encoder.encode(value)).map { String(decoding: [UInt8]($0), as: UTF8.self) } ?? ""
        self.init(json: json, notes: rules.notes)
    }
}

/// An Android app, as the file `assetlinks.json` names it.
public struct AndroidApp: Sendable, Hashable {
    /// The name of its package.
    public let package: String

    /// The SHA-256 fingerprints of the certificates that sign it, in capital letters.
    public let fingerprints: [String]

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - package: The name of its package, such as `com.example.shop`.
    ///   - fingerprints: The SHA-256 fingerprints of the certificates that sign it, at least one: 32 pairs of
    ///     hexadecimal digits with colons between them.
    /// - Throws: The first text that is wrong.
    public init(_ package: String, fingerprints: [String]) throws(LinkFileError) {
        guard package.isPackageName else { throw LinkFileError(.malformedApp, package) }
        guard !fingerprints.isEmpty else { throw LinkFileError(.malformedFingerprint, "") }
        for fingerprint in fingerprints where !fingerprint.isFingerprint {
            throw LinkFileError(.malformedFingerprint, fingerprint)
        }
        self.package = package
        self.fingerprints = fingerprints.map { $0.uppercased() }
    }
}

extension String {
    /// A Boolean value that indicates whether this is the identifier of an app of Apple's systems.
    fileprivate var isAppleAppID: Bool {
        let parts = Array(utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let capitals: ASCIISet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        let inBundle = ASCIISet.letters.union(.digits).union("-")
        guard parts.count > 1, parts[0].count == 10, parts[0].allSatisfy(capitals.contains) else { return false }
        return parts.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy(inBundle.contains) }
    }

    /// A Boolean value that indicates whether this is the name of an Android package.
    fileprivate var isPackageName: Bool {
        let parts = Array(utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let inName = ASCIISet.letters.union(.digits).union("_")
        return parts.count > 1
            && parts.allSatisfy { part in
                part.first.map(ASCIISet.letters.contains) ?? false && part.allSatisfy(inName.contains)
            }
    }

    /// A Boolean value that indicates whether this is a SHA-256 fingerprint.
    fileprivate var isFingerprint: Bool {
        let pairs = Array(utf8).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return pairs.count == 32 && pairs.allSatisfy { $0.count == 2 && $0.allSatisfy { $0.hexadecimalValue != nil } }
    }
}

/// An error that says why there is no file for a web site.
public struct LinkFileError: Error, Sendable, Hashable {
    /// The reasons why there is no file.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// No app was given.
        case noApp

        /// The identifier of an app is neither ten capital letters or digits, a dot and a bundle identifier nor, for
        /// Android, the name of a package.
        case malformedApp

        /// The fingerprint of a certificate is not 32 pairs of hexadecimal digits with colons between them.
        case malformedFingerprint

        /// None of the origins begins with `https://`, or none has the host.
        case noWebOrigin

        /// The origins have several hosts, and none was named.
        case severalHosts

        /// No route matches URLs of the host.
        case noRoute

        /// There are more than 1,000 origins, or the routes describe more than 20,000 paths behind those of the host.
        case tooManyPaths
    }

    /// The reason why there is no file.
    public let reason: Reason

    /// The text that is wrong: an app, a fingerprint, a host, or a list of hosts.
    public let text: String

    init(_ reason: Reason, _ text: String = "") {
        self.reason = reason
        self.text = text
    }
}

extension LinkFileError: CustomStringConvertible {
    /// The text and the reason, in one sentence.
    public var description: String {
        let text = text.quoted
        return switch reason {
        case .noApp: "A file for a web site names at least one app."
        case .malformedApp:
            """
            \(text) is not an app: Apple's have ten capital letters or digits, a dot and a bundle identifier, as \
            ABCDE12345.com.example.shop, and Android's the name of a package, as com.example.shop.
            """
        case .malformedFingerprint:
            "\(text) is not a fingerprint: one of SHA-256 has 32 pairs of hexadecimal digits with colons between them."
        case .noWebOrigin where self.text.isEmpty: "There is no origin that begins with https://."
        case .noWebOrigin: "There is no origin that begins with https:// and has the host \(text)."
        case .severalHosts: "The origins have several hosts, each with files of its own: name one of \(text)."
        case .noRoute: "No route matches URLs of the host \(text)."
        case .tooManyPaths where self.text.isEmpty: "There are more than 1,000 origins."
        case .tooManyPaths: "The routes describe more than 20,000 paths behind the origins of the host \(text)."
        }
    }
}
