/// Labels of international domain names, as `xn--bcher-kva` spells “bücher”.
enum InternationalLabel {
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
    /// Quadratic in the label, which is refused when it is longer than any domain name has.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
        guard text.count <= 59 else { return nil }
        let delimiter = text.lastIndex(of: UInt8(ascii: "-"))
        var result = text[..<(delimiter ?? text.startIndex)].map { Unicode.Scalar($0) }
        var digits = text[(delimiter.map { $0 + 1 } ?? text.startIndex)...]
        var (code, position, bias, isFirst) = (UInt32(128), UInt32(0), UInt32(72), true)
        while !digits.isEmpty {
            let start = position
            var (weight, threshold) = (UInt32(1), UInt32(36))
            while true {
                guard let digit = digits.popFirst()?.punycodeDigit else { return nil }
                let (step, isTooMuch) = digit.multipliedReportingOverflow(by: weight)
                let (sum, isTooLarge) = position.addingReportingOverflow(step)
                guard !isTooMuch, !isTooLarge else { return nil }
                position = sum
                let limit = threshold <= bias ? 1 : min(26, threshold - bias)
                if digit < limit { break }
                let (product, isOverflow) = weight.multipliedReportingOverflow(by: 36 - limit)
                guard !isOverflow else { return nil }
                weight = product
                threshold += 36
            }
            let count = UInt32(result.count) + 1
            bias = adapted(position - start, count, isFirst)
            isFirst = false
            let (sum, isOverflow) = code.addingReportingOverflow(position / count)
            guard !isOverflow, let scalar = Unicode.Scalar(sum) else { return nil }
            code = sum
            position %= count
            result.insert(scalar, at: Int(position))
            position += 1
        }
        return result
    }

    private static func adapted(_ delta: UInt32, _ count: UInt32, _ isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var threshold: UInt32 = 0
        while delta > 455 {
            delta /= 35
            threshold += 36
        }
        return threshold + 36 * delta / (delta + 38)
    }
}

extension UInt8 {
    fileprivate var punycodeDigit: UInt32? {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(self - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0")) + 26
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
        switch properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter: true
        default: false
        }
    }

    fileprivate var isMark: Bool {
        properties.generalCategory == .nonspacingMark || properties.generalCategory == .spacingMark
    }

    fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }

    /// Whether this is of a script that is read from right to left.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
