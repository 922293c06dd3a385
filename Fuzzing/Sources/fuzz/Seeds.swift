import Laws

/// What inputs grow from, and the pieces that are put into them.
enum Seeds {
    static func inputs(of law: Law) -> [String] {
        switch law {
        case .pattern, .naming, .parked: patterns
        case .url, .opening: urls
        case .table: tables
        case .list: lists
        case .links: links
        case .entry: entries
        case .message: messages
        case .context: contexts
        }
    }

    static func pieces(of law: Law) -> [String] {
        switch law {
        case .list, .message: jsonPieces
        case .entry, .context: entryPieces
        default: pieces
        }
    }

    private static let patterns = [
        "/", "/product/:id", "/user/:id:Int/edit", "/page/:{page:1...99}", "/shirt/:{size:small|large}", "/:file.json",
        "/:base...:head", "/v:{major:Int}-:name", "/files/*rest", "/a/*/b", "/orders(/:id(/items/:item))",
        "/a?ref&page:Int",
        "//shop.example/a", "//*.shop.example/:x", "//:shop/a?sort:{up|down}", "/caf%C3%A9/%28a%29",
    ]

    private static let urls = [
        "shop://product/42?ref=mail#top", "https://me:pw@shop.example:8080/a/b.json?x=1&y=%20+&x#f%C3%A9",
        "x:a/b", "https://xn--bcher-kva.example/", "https://127.0.0.1:8/", "x://[::1]:80/../a/./b/%2e%2e/",
        "https://shop.example/app//a/", "shop:///a%2Fb/%C3%A9",
        "https://shop.example/a b/[c]{d}|e?f[g]=\"h\"&i=%E9&j=<k>#^`l ",
    ]

    private static let tables = [
        "/product/:id\n/product/*\nshop://product/42", "/:a/:b:Int\n/:a/*\n/*/x(/y)\nhttps://shop.example/1/2?page=3",
        "/:base...:head\n/:x.json\n/:x\nhttps://shop.example/app/a...b...c",
        "//*.example/a\n//:h/a\n/a?x&y:Int\nx://s.example/a?y=1&x",
    ]

    private static let links = [
        "https://shop.example\n/product/:id\n/a.b/:file.json/*rest",
        "https://shop.example/a%2Fb\n/caf%C3%A9(/x+y)\n/?q",
        "https://xn--bcher-kva.example/\n/*\n//*.example/:a",
    ]

    private static let lists = [
        #"{"host": "match", "routes": [{"pattern": "/a/:b", "name": "b", "schemes": ["shop"], "priority": 2}]}"#,
        #"{"origins": ["shop://"], "routes": [{"pattern": "/*", "metadata": {"a": [1, 2.5, null, true, {"\u00e9": ""}]}}]}"#,
    ]

    private static let entries = [
        "signalbox 1\nshop-2.1f\n7\norders\n2\n3\n00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n\n{\"a\":1}",
        "signalbox 1\n\n18446744073709551615\n\n-1\n0\n\n\n", "shop\u{85}\nprice\n00-x\n\n\0{}", "a\n\n\n",
    ]

    /// The type, version and depth of an entry, and its payload.
    private static let messages = [
        "notes 1 0 {\"text\":\"a\",\"number\":1}", "notes 2 3 {\"lines\":[\"a\",\"\\u00e9\"]}", "notes 9 0 {}",
        "other 1 0 null",
        "notes 1 99 {\"text\":null}", "notes 2 -1 {\"lines\":[[[[",
    ]

    private static let contexts = [
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00-x",
        "00-00000000000000000000000000000001-0000000000000001-00",
    ]

    private static let entryPieces = [
        "signalbox 1", "signalbox 2", "\n", "\n\n", "\r\n", "\0", "\u{85}", "\u{9B}", "7", "-1", "99999999999999999999",
        "+1",
        "00-", "-01", "ff-", "-", "0", "f", "F", "0000000000000000", "é", "e\u{301}", "\u{202E}", "\u{1F600}", "{", "a",
    ]

    private static let pieces = [
        "/", "//", ":", "*", "(", ")", "{", "}", "?", "&", "=", "#", "@", "[", "]", "%", "%2F", "%2e", "%C3", "%A9",
        "%FF", "%00",
        ".", "..", "...", "-", "+", "|", "Int", ":Int", ":UUID", ":x", ":{y}", "*rest", "1", "-9",
        "99999999999999999999", "é",
        "e\u{301}", "\u{301}\u{323}", "\0", "\n", "\u{1B}", "\u{9B}", "\\", "|", "\"", "<", ">", "^", "`", "xn--", " ",
        "\u{1F600}", "a", "shop:",
        "https://", "(/c)", "a=b&", ":{n:1...9}", ":{w:a|b}",
        "(/:q",
    ]

    private static let jsonPieces = [
        "{", "}", "[", "]", "\"", ",", ":", "\\", "\\u00e9", "\\ud83d", "\\ude00", "\"a\":", "\"routes\":",
        "\"pattern\":\"/a\"",
        "null", "true", "1e999", "-0", "1.5", "9223372036854775808", "é", "e\u{301}", "\0", "\u{FEFF}",
        "{\"pattern\":\"/:x\"},",
        "\"metadata\":{", "\"host\":\"path\",", "/:", "(", " ", "[[[[[[[[", "{\"a\":{\"a\":",
    ]
}
