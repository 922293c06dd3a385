/// A file of a web site with the URLs of the site that an app opens.
public struct LinkFile: Sendable, Hashable {
    /// The content of the file.
    public let json: String

    /// The rules that take more URLs than their routes do, a sentence each, and other things to know.
    ///
    /// The app is opened with such a URL, too, and no route may match it.
    public let notes: [String]
}
