/// Addresses as hosts, as the URL standard of browsers (WHATWG) reads them.
extension Span<UInt8> {
    /// A Boolean value that indicates whether the text is an IPv6 address, without its brackets.
    var isIPv6Address: Bool {
        var index = 0
        var pieceCount = 0
        var isCompressed = false
        if count > 0, self[0] == UInt8(ascii: ":") {
            guard count > 1, self[1] == UInt8(ascii: ":") else { return false }
            index = 2
            pieceCount = 1
            isCompressed = true
        }
        while index < count {
            guard pieceCount < 8 else { return false }
            pieceCount += 1
            if self[index] == UInt8(ascii: ":") {
                guard !isCompressed else { return false }
                isCompressed = true
                index += 1
                continue
            }
            let start = index
            while index < count, index < start + 4, self[index].hexadecimalValue != nil { index += 1 }
            if index < count, index > start, self[index] == UInt8(ascii: ".") {
                // The last two pieces may be written as an IPv4 address.
                guard pieceCount <= 7, extracting(start..<count).isIPv4Address else { return false }
                pieceCount += 1
                break
            }
            guard index < count else { continue }
            guard self[index] == UInt8(ascii: ":"), index + 1 < count else { return false }
            index += 1
        }
        return isCompressed || pieceCount == 8
    }

    /// A Boolean value that indicates whether the text is an IPv4 address as browsers show it: four decimal numbers
    /// without leading zeros.
    var isIPv4Address: Bool {
        var start = 0
        for number in 1...4 {
            let end = firstIndex(of: UInt8(ascii: "."), from: start, before: count)
            guard (end == count) == (number == 4), extracting(start..<end).isByteInDecimal else { return false }
            start = end + 1
        }
        return true
    }

    private var isByteInDecimal: Bool {
        guard (1...3).contains(count), count == 1 || self[0] != UInt8(ascii: "0") else { return false }
        var number = 0
        for index in indices {
            guard ASCIISet.digits.contains(self[index]) else { return false }
            number = 10 * number + Int(self[index] - UInt8(ascii: "0"))
        }
        return number <= 255
    }

    /// A Boolean value that indicates whether the last label of a host is a number, so that browsers read the host as
    /// an IPv4 address or refuse it.
    var endsInNumber: Bool {
        let dot = UInt8(ascii: ".")
        let end = count > 1 && self[count - 1] == dot ? count - 1 : count
        var start = end
        while start > 0, self[start - 1] != dot { start -= 1 }
        guard start < end else { return false }
        let isHexadecimal =
            start + 1 < end && self[start] == UInt8(ascii: "0") && self[start + 1] | 0x20 == UInt8(ascii: "x")
        for index in (isHexadecimal ? start + 2 : start)..<end {
            let isDigit = isHexadecimal ? self[index].hexadecimalValue != nil : ASCIISet.digits.contains(self[index])
            guard isDigit else { return false }
        }
        return true
    }
}

/// A label of an international name in ASCII, such as `xn--bcher-kva`, which browsers accept only if it decodes to a
/// label.
enum InternationalLabel {
    /// The most bytes of a label (RFC 1035); decoding takes quadratic time.
    private static let maximumLength = 63

    private static let prefix = "xn--".bytes

    /// Letters that are valid although their case folds to other letters (IDNA 2008, "deviations").
    private static let deviations: Set<UInt32> = [0xDF, 0x3C2, 0x200C, 0x200D]

    /// Returns whether all labels of a host that begin with `xn--` decode to letters as a browser writes them.
    static func areValid(in host: Span<UInt8>) -> Bool {
        var start = 0
        while start <= host.count {
            let end = host.firstIndex(of: UInt8(ascii: "."), from: start, before: host.count)
            let label = host.extracting(start..<end)
            guard !label.holds(prefix.span, at: 0, ignoringCase: true) || isValid(label) else { return false }
            start = end + 1
        }
        return true
    }

    private static func isValid(_ label: Span<UInt8>) -> Bool {
        guard label.count <= maximumLength, let scalars = scalars(of: label.extracting(prefix.count..<label.count)),
            let first = scalars.first, scalars.contains(where: { !$0.isASCII })
        else { return false }
        return !first.isMark && scalars.allSatisfy { $0.isASCII || $0.isInLabel || deviations.contains($0.value) }
    }

    /// Decodes Punycode (RFC 3492, section 6.2).
    private static func scalars(of code: Span<UInt8>) -> [Unicode.Scalar]? {
        var delimiter = code.count
        while delimiter > 0, code[delimiter - 1] != UInt8(ascii: "-") { delimiter -= 1 }
        let plainCount = max(0, delimiter - 1)
        var scalars: [Unicode.Scalar] = []
        for index in 0..<plainCount { scalars.append(Unicode.Scalar(code[index].lowercased)) }
        var index = delimiter
        var value = 128
        var position = 0
        var bias = 72
        while index < code.count {
            guard let distance = distance(in: code, at: &index, bias: bias) else { return nil }
            let count = scalars.count + 1
            position += distance
            value += position / count
            guard value <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(value)) else { return nil }
            bias = self.bias(after: distance, count: count, isFirst: scalars.count == plainCount)
            position %= count
            scalars.insert(scalar, at: position)
            position += 1
        }
        return scalars
    }

    /// Reads a number of variable length, which says how far the next letter is from the last one.
    private static func distance(in code: Span<UInt8>, at index: inout Int, bias: Int) -> Int? {
        // 64 bits also where `Int` has 32: the weight goes beyond the largest distance.
        var distance: Int64 = 0
        var weight: Int64 = 1
        var base = 36
        while index < code.count {
            guard let digit = code[index].punycodeDigit else { return nil }
            index += 1
            distance += Int64(digit) * weight
            guard distance < 1 << 30 else { return nil }
            let threshold = min(max(base - bias, 1), 26)
            if digit < threshold { return Int(distance) }
            weight *= Int64(36 - threshold)
            base += 36
            guard weight < 1 << 40 else { return nil }
        }
        return nil
    }

    private static func bias(after distance: Int, count: Int, isFirst: Bool) -> Int {
        var rest = isFirst ? distance / 700 : distance / 2
        rest += rest / count
        var base = 0
        while rest > 455 {
            rest /= 35
            base += 36
        }
        return base + 36 * rest / (rest + 38)
    }
}

extension UInt8 {
    fileprivate var punycodeDigit: Int? {
        switch lowercased {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(lowercased - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self - UInt8(ascii: "0")) + 26
        default: nil
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
    }

    /// A Boolean value that indicates whether a label may have the scalar as it is.
    fileprivate var isInLabel: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: false
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: !properties.changesWhenNFKCCaseFolded
        }
    }
}
