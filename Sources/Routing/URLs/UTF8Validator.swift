/// Says byte by byte whether what came so far can be UTF-8 (Unicode standard, table 3-7).
struct UTF8Validator {
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether a character has begun that is not complete.
    var isInsideCharacter: Bool { missing > 0 }

    mutating func accepts(_ byte: UInt8) -> Bool {
        guard missing == 0 else {
            guard allowed.contains(byte) else { return false }
            allowed = 0x80...0xBF
            missing -= 1
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return false
        }
        switch byte {
        case 0xE0: allowed = 0xA0...0xBF
        case 0xED: allowed = 0x80...0x9F
        case 0xF0: allowed = 0x90...0xBF
        case 0xF4: allowed = 0x80...0x8F
        default: allowed = 0x80...0xBF
        }
        return true
    }
}
