// swift-format-ignore-file

// What does not fit into 32 bits: for watchOS, `.ci/check-apple` must find an error in each line that says so.

func literals(_ number: Int, in mask: Int = 5_000_000_000) -> [Int] { // error: '5000000000' overflows
    if case 0x1_0000_0000 = number { return [] } // error: '4294967296' overflows
    let unsigned: UInt = 0x1_0000_0000 // error: '4294967296' overflows
    let wide: UInt64 = 0x1_0000_0000 | 1 << 40
    return [Int(unsigned), 0x8000_0000, Int(wide >> 40), -0x8000_0000] // error: '2147483648' overflows
}

func shifts(_ number: Int, _ unsigned: UInt, _ amount: Int) -> UInt {
    var (number, unsigned) = (number, unsigned)
    number <<= 32 // error: integer overflows
    number >>= 33 // error: integer overflows
    number &<<= 34 // error: integer overflows
    number &>>= 35 // error: integer overflows
    unsigned <<= 32 // error: integer overflows
    unsigned >>= 33 // error: integer overflows
    unsigned &<<= 34 // error: integer overflows
    unsigned &>>= 35 // error: integer overflows
    number = number << 32 | 1 // error: integer overflows
    number = number >> 32 // error: integer overflows
    number = number &<< 32 // error: integer overflows
    number = number &>> 32 // error: integer overflows
    unsigned = unsigned << 32 // error: integer overflows
    unsigned = unsigned >> 32 // error: integer overflows
    unsigned = unsigned &<< 32 // error: integer overflows
    unsigned = unsigned &>> 32 // error: integer overflows
    return UInt(bitPattern: number << 31) | unsigned >> amount
}
