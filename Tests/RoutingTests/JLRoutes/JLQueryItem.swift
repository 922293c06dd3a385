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

    /// What goes behind the path; `nil` when the fragment is a query and nothing else.
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
        (self.fragment, self.query) = (fragment, query)
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
