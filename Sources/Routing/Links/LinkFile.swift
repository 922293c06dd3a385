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
