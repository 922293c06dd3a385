/// Percent-decoding as the model needs it.
enum JLText {
    /// The decoded text, or `nil` when it is not UTF-8.
    static func decoded(
        _ text: some StringProtocol, plus: UInt8 = UInt8(ascii: "+"), escapedPlus: UInt8 = UInt8(ascii: "+")
    ) -> String? {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value == UInt8(ascii: "+") ? escapedPlus : value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? plus : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The path without dot segments, as RFC 3986, section 5.2.4, says.
    static func withoutDotSegments(_ path: Substring) -> Substring {
        var kept: [Substring] = []
        let segments = (path.hasPrefix("/") ? path.dropFirst() : path).split(at: "/", keepingEmpty: true)
        for (number, segment) in segments.enumerated() {
            let dots = dots(segment)
            if dots == 0 { kept.append(segment) }
            if dots == 2 { _ = kept.popLast() }
            if dots > 0, number == segments.count - 1 { kept.append("") }
        }
        return "/" + kept.joined(separator: "/")
    }

    static func hasDotSegments(_ path: Substring) -> Bool {
        path.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }
            && path.split(at: "/", keepingEmpty: true).contains { dots($0) > 0 }
    }

    private static func dots(_ segment: Substring) -> Int {
        switch decoded(segment) {
        case ".": 1
        case "..": 2
        default: 0
        }
    }
}

extension Substring {
    func split(at separator: Character, keepingEmpty: Bool) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: !keepingEmpty)
    }
}

/// A key and a value, still encoded.
struct JLQueryItem {
    let key: String
    let value: String?

    static func items(of query: some StringProtocol) -> [JLQueryItem] {
        query.split(separator: "&").map { item in
            let (key, value) = item.split(at: "=")
            return JLQueryItem(key: String(key), value: value.map { String($0) })
        }
    }

    func decodedKey(_ plusStays: Bool) -> String {
        JLText.decoded(key, plus: UInt8(ascii: plusStays ? "+" : " ")) ?? ""
    }

    func decodedValue(_ plusStays: Bool, _ escapeGoes: Bool) -> String {
        JLText.decoded(
            value ?? "", plus: UInt8(ascii: plusStays ? "+" : " "), escapedPlus: UInt8(ascii: escapeGoes ? " " : "+"))
            ?? ""
    }
}

/// A fragment as JLRoutes reads it: query items, a path, or both.
struct JLFragment {
    let items: [JLQueryItem]
    let isQuery: Bool

    /// The text behind the path; `nil` when the fragment is a query and nothing else.
    let path: Substring?

    init(_ fragment: Substring) {
        let (head, query) = fragment.split(at: "?")
        items = JLQueryItem.items(of: query.map { String($0) } ?? JLText.decoded(head) ?? "")
        isQuery = items.first?.value?.isEmpty == false
        path = query != nil || !isQuery ? head : nil
    }
}

/// The five parts of a URL, as they are written; user info and port are left out.
struct JLURLParts {
    var scheme: Substring?
    var host: Substring = ""
    var path: Substring
    let query: Substring?
    let fragment: Substring?

    init(_ url: String) {
        let (rest, fragment) = url.split(at: "#")
        let (head, query) = rest.split(at: "?")
        self.fragment = fragment
        self.query = query
        path = head
        let (scheme, behind) = head.split(at: ":")
        if let behind, !scheme.contains("/") { (self.scheme, path) = (scheme, behind) }
        guard path.hasPrefix("//") else { return }
        let authority = path.dropFirst(2).prefix { $0 != "/" }
        path = path[authority.endIndex...]
        let address = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        host = address.split(at: ":").0
    }
}
