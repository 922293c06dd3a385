/// What a host is to a router and to a browser.
///
/// In the schemes of the web, WHATWG parsers decode, map and canonicalize hosts. There a host has to be in its canonical
/// form, but for the case of letters and for escaped ASCII: else it is not the one that the text shows.
enum HostName {
    case valid

    /// `.` or `..`, also escaped, which no path may have as a segment.
    case dots

    /// A browser finds another host, or no URL.
    case foreign

    /// It has a byte that no host may have, or decodes to one.
    case malformed(at: Int)

    /// What a part of a text is as a host; linear in the host.
    init(_ bytes: Span<UInt8>, _ host: Range<Int>, isWeb: Bool) {
        if !host.isEmpty, bytes[host.lowerBound] == UInt8(ascii: "[") {
            self.init(address: bytes, host.dropFirst().dropLast())
            return
        }
        var name = Bytes()
        var index = host.lowerBound
        while index < host.upperBound {
            let start = index
            let byte = PercentCoding.nextByte(of: bytes, at: &index, before: host.upperBound)
            // U+0080 to U+009F are controls, too.
            guard !byte.isOne(of: .notInHost), name.last != 0xC2 || byte >= 0xA0 else {
                self = .malformed(at: start)
                return
            }
            name.append(byte.lowercased)
        }
        if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) {
            self = .dots
        } else {
            self = !isWeb || Self.isDomain(name) ? .valid : .foreign
        }
    }

    /// Whether a host needs no closer look: it has letters, digits, dots and hyphens alone, its last label begins with a
    /// letter, and no label is an encoded one.
    static func isPlain(_ bytes: Span<UInt8>, _ host: Range<Int>) -> Bool {
        let plain = ASCIISet.inPlainHost
        var label = host.lowerBound
        var last: UInt8 = 0
        for index in host {
            let byte = bytes[index]
            guard plain.contains(byte), byte != UInt8(ascii: "-") || last != byte else { return false }
            if byte == UInt8(ascii: ".") { label = index + 1 }
            last = byte
        }
        return label < host.upperBound && bytes[label].isOne(of: .letters)
    }

    /// An IPv6 address, which is between brackets.
    private init(address bytes: Span<UInt8>, _ range: Range<Int>) {
        var address = Bytes()
        for index in range {
            guard bytes[index].hexadecimalValue != nil || bytes[index].isOne(of: ":.") else {
                self = .malformed(at: index)
                return
            }
            address.append(bytes[index].lowercased)
        }
        self = IPv6.isCanonical(address) ? .valid : .foreign
    }

    /// Whether a WHATWG parser leaves a domain or an IPv4 address as it is; the text is decoded and in small letters.
    private static func isDomain(_ name: Bytes) -> Bool {
        guard !name.isEmpty, name.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") }) else { return false }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let last = labels.last?.isEmpty == true ? labels.dropLast().last : labels.last
        if let last, last.isNumber { return labels.count == 4 && labels.allSatisfy(\.isOctet) }
        return InternationalLabel.areValid(labels)
    }
}

extension ArraySlice<UInt8> {
    /// Whether an address parser would read a label as a number: decimal, octal or hexadecimal.
    fileprivate var isNumber: Bool {
        if starts(with: "0x".utf8) { return dropFirst(2).allSatisfy { $0.hexadecimalValue != nil } }
        return !isEmpty && allSatisfy({ $0.isOne(of: .digits) })
    }

    /// Whether this is a number up to 255 without leading zeros.
    fileprivate var isOctet: Bool {
        guard (1...3).contains(count), allSatisfy({ $0.isOne(of: .digits) }), count == 1 || first != UInt8(ascii: "0")
        else {
            return false
        }
        return reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 255
    }
}

extension ASCIISet {
    /// What no host may have, an address in brackets excepted: delimiters, spaces and controls.
    static let notInHost = unsafeInAuthority.union("#/:?@")

    fileprivate static let inPlainHost = letters.union(digits).union("-.")
}

private enum IPv6 {
    /// Whether an address in small letters is spelled as RFC 5952 recommends, which leaves one spelling for each.
    static func isCanonical(_ text: Bytes) -> Bool {
        let colon = UInt8(ascii: ":")
        let gap = text.indices.dropLast().first { text[$0] == colon && text[$0 + 1] == colon }
        guard var groups = groups(of: text[..<(gap ?? text.count)]) else { return false }
        guard let gap else { return groups.count == 8 && longestGap(in: groups) == nil }
        guard let behind = self.groups(of: text[(gap + 2)...]) else { return false }
        let missing = 8 - groups.count - behind.count
        guard missing > 1 else { return false }
        let range = groups.count..<groups.count + missing
        groups += Array(repeating: true, count: missing) + behind
        return longestGap(in: groups) == range
    }

    /// Whether each group is zero; `nil` when they are no groups of up to four digits without leading zeros.
    private static func groups(of text: ArraySlice<UInt8>) -> [Bool]? {
        guard !text.isEmpty else { return [] }
        let groups = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let areValid = groups.allSatisfy { group in
            (1...4).contains(group.count) && group.allSatisfy { $0.hexadecimalValue != nil }
                && (group.count == 1 || group.first != UInt8(ascii: "0"))
        }
        return areValid ? groups.map { $0.elementsEqual("0".utf8) } : nil
    }

    /// The first of the longest runs of more than one zero.
    private static func longestGap(in isZero: [Bool]) -> Range<Int>? {
        var longest = 0..<1
        var start = 0
        for index in isZero.indices {
            if !isZero[index] { start = index + 1 }
            if index + 1 - start > longest.count { longest = start..<index + 1 }
        }
        return longest.count > 1 ? longest : nil
    }
}
