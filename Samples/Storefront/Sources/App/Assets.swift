import Hummingbird

/// The files that pages load.
///
/// They are a part of the program.
enum Assets {
    static func has(_ path: String) -> Bool { path.hasPrefix("/assets/") }

    static func answer(_ path: String) -> Response {
        switch path {
        case "/assets/live.js": file(PackageResources.live_js, "text/javascript")
        case "/assets/typing.js": file(PackageResources.typing_js, "text/javascript")
        case "/assets/shop.css": file(PackageResources.shop_css, "text/css")
        default: Response(status: .notFound, text: "There is nothing at \(path).")
        }
    }

    private static func file(_ bytes: [UInt8], _ type: String) -> Response {
        Response(status: .ok, text: String(decoding: bytes, as: UTF8.self), type: type)
    }
}
