// swift-format-ignore-file

// What does not fit into 32 bits: for watchOS, `.ci/check-apple` must find an error in each line that says so.

func literals(_ number: Int, in mask: Int = 5_000_000_000) -> [Int] { // error
    if case 0x1_0000_0000 = number { return [] } // error
    let unsigned: UInt = 0x1_0000_0000 // error
    let wide: UInt64 = 0x1_0000_0000 | 1 << 40
    return [Int(unsigned), 0x8000_0000, Int(wide >> 40), -0x8000_0000] // error
}

func shifts(_ number: Int, _ unsigned: UInt, _ amount: Int) -> UInt {
    var (number, unsigned) = (number, unsigned)
    number <<= 32 // error
    number >>= 33 // error
    number &<<= 34 // error
    number &>>= 35 // error
    unsigned <<= 32 // error
    unsigned >>= 33 // error
    unsigned &<<= 34 // error
    unsigned &>>= 35 // error
    number = number << 32 | 1 // error
    number = number >> 32 // error
    number = number &<< 32 // error
    number = number &>> 32 // error
    unsigned = unsigned << 32 // error
    unsigned = unsigned >> 32 // error
    unsigned = unsigned &<< 32 // error
    unsigned = unsigned &>> 32 // error
    return UInt(bitPattern: number << 31) | unsigned >> amount
}
