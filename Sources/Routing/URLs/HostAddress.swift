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
