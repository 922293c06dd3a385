// swift-format-ignore-file
// The operators of the standard library, which need no documentation of their own.

// Shifts of `Int` and `UInt` that are errors where they are by a constant beyond 31: the amount is converted to five bits.
// Only compiled, for a target whose `Int` has 32 bits.
import Swift

extension Int {
    @_transparent public init(amount: Int) {
        self.init(Builtin.zext_Int5_Int64(Builtin.s_to_u_checked_trunc_Int64_Int5(amount._value).0))
    }

    @_transparent public static func &<< (value: Int, amount: Int) -> Int {
        Int(Builtin.shl_Int64(value._value, Int(amount: amount)._value))
    }
    @_transparent public static func &>> (value: Int, amount: Int) -> Int {
        Int(Builtin.ashr_Int64(value._value, Int(amount: amount)._value))
    }
    @_transparent public static func << (value: Int, amount: Int) -> Int {
        Int(Builtin.shl_Int64(value._value, Int(amount: amount)._value))
    }
    @_transparent public static func >> (value: Int, amount: Int) -> Int {
        Int(Builtin.ashr_Int64(value._value, Int(amount: amount)._value))
    }
    @_transparent public static func &<<= (value: inout Int, amount: Int) {
        value = Int(Builtin.shl_Int64(value._value, Int(amount: amount)._value))
    }
    @_transparent public static func &>>= (value: inout Int, amount: Int) {
        value = Int(Builtin.ashr_Int64(value._value, Int(amount: amount)._value))
    }
    @_transparent public static func <<= (value: inout Int, amount: Int) {
        value = Int(Builtin.shl_Int64(value._value, Int(amount: amount)._value))
    }
    @_transparent public static func >>= (value: inout Int, amount: Int) {
        value = Int(Builtin.ashr_Int64(value._value, Int(amount: amount)._value))
    }
}

extension UInt {
    @_transparent public static func &<< (value: UInt, amount: UInt) -> UInt {
        UInt(Builtin.shl_Int64(value._value, Int(amount: Int(amount._value))._value))
    }
    @_transparent public static func &>> (value: UInt, amount: UInt) -> UInt {
        UInt(Builtin.lshr_Int64(value._value, Int(amount: Int(amount._value))._value))
    }
    @_transparent public static func << (value: UInt, amount: Int) -> UInt {
        UInt(Builtin.shl_Int64(value._value, Int(amount: amount)._value))
    }
    @_transparent public static func >> (value: UInt, amount: Int) -> UInt {
        UInt(Builtin.lshr_Int64(value._value, Int(amount: amount)._value))
    }
    @_transparent public static func &<<= (value: inout UInt, amount: UInt) {
        value = UInt(Builtin.shl_Int64(value._value, Int(amount: Int(amount._value))._value))
    }
    @_transparent public static func &>>= (value: inout UInt, amount: UInt) {
        value = UInt(Builtin.lshr_Int64(value._value, Int(amount: Int(amount._value))._value))
    }
    @_transparent public static func <<= (value: inout UInt, amount: Int) {
        value = UInt(Builtin.shl_Int64(value._value, Int(amount: amount)._value))
    }
    @_transparent public static func >>= (value: inout UInt, amount: Int) {
        value = UInt(Builtin.lshr_Int64(value._value, Int(amount: amount)._value))
    }
}
