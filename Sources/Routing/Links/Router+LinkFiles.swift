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
