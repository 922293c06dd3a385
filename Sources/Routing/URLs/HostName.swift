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
            guard !ASCIISet.notInHost.contains(byte), name.last != 0xC2 || byte >= 0xA0 else {
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
        return label < host.upperBound && ASCIISet.letters.contains(bytes[label])
    }

    /// An IPv6 address, which is between brackets.
    private init(address bytes: Span<UInt8>, _ range: Range<Int>) {
        var address = Bytes()
        for index in range {
            guard bytes[index].hexadecimalValue != nil || ASCIISet(":.").contains(bytes[index]) else {
                self = .malformed(at: index)
                return
            }
            address.append(bytes[index].lowercased)
        }
        self = IPv6.isCanonical(address.span.text) ? .valid : .foreign
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
        return !isEmpty && allSatisfy(ASCIISet.digits.contains)
    }

    /// Whether this is a number up to 255 without leading zeros.
    fileprivate var isOctet: Bool {
        let text = String(decoding: self, as: UTF8.self)
        return UInt8(text)?.description == text
    }
}

extension ASCIISet {
    /// What no host may have, an address in brackets excepted: delimiters, spaces and controls.
    static let notInHost = unsafeInAuthority.union("#/:?@")

    fileprivate static let inPlainHost = letters.union(digits).union("-.")
}

private enum IPv6 {
    /// Whether an address in small letters is spelled as RFC 5952 recommends, which leaves one spelling for each.
    static func isCanonical(_ text: String) -> Bool {
        let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false).map {
            $0.isEmpty ? [] : $0.split(separator: ":", omittingEmptySubsequences: false)
        }
        var isZero = halves.flatMap(\.self).map { $0 == "0" }
        let areValid = halves.flatMap(\.self).allSatisfy { group in
            UInt16(group, radix: 16).map { String($0, radix: 16) == group } ?? false
        }
        let missing = 8 - isZero.count
        guard areValid, halves.count == 2 ? missing > 1 : missing == 0 else { return false }
        let gap = halves[0].count..<halves[0].count + missing
        isZero.insert(contentsOf: repeatElement(true, count: missing), at: gap.lowerBound)
        return longestGap(in: isZero) == (gap.isEmpty ? nil : gap)
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

/// Labels of international domain names, as `xn--bcher-kva` spells “bücher”.
private enum InternationalLabel {
    /// Whether a WHATWG parser takes these labels and leaves them as they are; they are ASCII in small letters.
    ///
    /// Some that it takes are refused: symbols, combining diacritics, joiners, and text of both directions in one label.
    static func areValid(_ labels: [ArraySlice<UInt8>]) -> Bool {
        var names: [[Unicode.Scalar]] = []
        for label in labels {
            guard label.starts(with: "xn--".utf8) else {
                names.append(label.map { Unicode.Scalar($0) })
                continue
            }
            guard let name = decoded(label.dropFirst(4)), name.contains(where: { !$0.isASCII }),
                name.first?.isMark == false, name.allSatisfy(\.isOfLabel),
                !name.contains(where: \.isRightToLeft) || name.allSatisfy({ $0.isRightToLeft && !$0.isDigit })
            else { return false }
            names.append(name)
        }
        // Beside a label that is read from right to left, others have to look like words (RFC 5893).
        guard names.contains(where: { $0.contains(where: \.isRightToLeft) }) else { return true }
        return names.allSatisfy { name in
            guard let first = name.first, let last = name.last else { return true }
            return first.isLetter && last != "-"
                && name.allSatisfy { $0.isLetter || $0.isDigit || $0.isMark || $0 == "-" }
        }
    }

    /// Decodes Punycode (RFC 3492).
    ///
    /// Quadratic in the label, which is refused when it is longer than any domain name has. Numbers stay below 2^32, or it
    /// is refused, too; so none overflows.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
        guard text.count <= 59 else { return nil }
        let delimiter = text.lastIndex(of: UInt8(ascii: "-"))
        var result = text[..<(delimiter ?? text.startIndex)].map { Unicode.Scalar($0) }
        var digits = text[(delimiter.map { $0 + 1 } ?? text.startIndex)...]
        var (code, position, bias) = (UInt64(128), UInt64(0), UInt64(72))
        while !digits.isEmpty {
            let start = position
            var (weight, threshold, digit, limit) = (UInt64(1), UInt64(36), UInt64(0), UInt64(0))
            repeat {
                guard let next = digits.popFirst()?.punycodeDigit, weight < 1 << 32 else { return nil }
                digit = next
                position += digit * weight
                limit = threshold <= bias ? 1 : min(26, threshold - bias)
                weight *= 36 - limit
                threshold += 36
            } while digit >= limit
            let count = UInt64(result.count) + 1
            bias = adapted(position - start, count, isFirst: start == 0)
            code += position / count
            guard position < 1 << 32, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else {
                return nil
            }
            position %= count
            result.insert(scalar, at: Int(position))
            position += 1
        }
        return result
    }

    private static func adapted(_ delta: UInt64, _ count: UInt64, isFirst: Bool) -> UInt64 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var threshold: UInt64 = 0
        while delta > 455 {
            delta /= 35
            threshold += 36
        }
        return threshold + 36 * delta / (delta + 38)
    }
}

extension UInt8 {
    fileprivate var punycodeDigit: UInt64? {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(self - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(self - UInt8(ascii: "0")) + 26
        default: nil
        }
    }
}

extension Unicode.Scalar {
    /// Whether a label may have this character: it is in Unicode 15, and normalization leaves it as it is.
    fileprivate var isOfLabel: Bool {
        if isASCII { return true }
        guard let age = properties.age, (age.major, age.minor) <= (15, 0), !(0x300...0x36F).contains(value),
            !properties.changesWhenNFKCCaseFolded, !properties.isDefaultIgnorableCodePoint
        else { return false }
        return isLetter || isMark || isDigit
    }

    fileprivate var isLetter: Bool {
        [.lowercaseLetter, .otherLetter, .modifierLetter].contains(properties.generalCategory)
    }

    fileprivate var isMark: Bool { [.nonspacingMark, .spacingMark].contains(properties.generalCategory) }

    fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }

    /// Whether this is of a script that is read from right to left.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
