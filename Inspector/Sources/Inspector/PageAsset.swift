/// A file of the page.
struct PageAsset: Sendable {
    let path: String
    let text: String

    /// The type of its content, by its name.
    var type: String {
        if path.hasSuffix(".css") { return "text/css; charset=utf-8" }
        if path.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
        return "text/html; charset=utf-8"
    }
}

extension Page {
    /// Returns the file at a path of the server.
    static func asset(at path: String) -> PageAsset? {
        let path = path == "/" ? "/index.html" : path
        return assets.first { $0.path == path }
    }
}
