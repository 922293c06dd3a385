/// The names under which browsers find the shop.
///
/// A page of another site may have a name that leads to this machine. Its browser sends that name, and takes the shop for a part of
/// the site.
struct Hosts: Sendable {
    /// The names of this machine, at any port: a tunnel has another one than the shop.
    static let loopback = ["localhost", "127.0.0.1", "[::1]"]

    /// Names in lowercase, each with or without a port.
    private let names: Set<String>

    init(_ names: some Sequence<String> = []) {
        self.names = Set(Self.loopback).union(names.map { $0.lowercased() })
    }

    /// Returns whether a `Host` is one of the shop's.
    ///
    /// A name that was given with a port is compared with it, and another one at any port.
    func has(_ host: String) -> Bool {
        let host = host.lowercased()
        if names.contains(host) { return true }
        guard let colon = host.lastIndex(of: ":"), Self.isPort(host[host.index(after: colon)...]) else { return false }
        return names.contains(String(host[..<colon]))
    }

    /// Returns whether a text can be a `Host`: a name or an address, with or without a port, and nothing else of a URL.
    static func isName(_ text: String) -> Bool {
        let rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return false }
            let address = text[..<end].dropFirst()
            guard !address.isEmpty, address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
                return false
            }
            rest = text[text.index(after: end)...]
        } else {
            let name = text.prefix { $0 != ":" }
            let isClear = name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
            guard !name.isEmpty, isClear else { return false }
            rest = text[name.endIndex...]
        }
        return rest.isEmpty || rest.hasPrefix(":") && isPort(rest.dropFirst())
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt16(text) != nil
    }
}
