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
        let records = routes.map { route in
            RouteRecord(pattern: route.pattern, priority: route.priority, schemes: route.options.schemes)
        }
        return LinkSource(addressing: addressing, isIgnoringCase: ignoringCase, records: records)
    }
}
