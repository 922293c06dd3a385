import Testing

@testable import Routing

struct ParameterTypeTests {
    private static let int = [
        "0", "7", "+7", "-7", "007", "-0", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616", "99999999999999999999999", "", "+", "-",
        "--1", "+-1", "1 ", " 1", "1.0", "0x10", "1e3", "١", "a", "1_000", "00000000000000000000000000000001",
    ]

    private static let double = [
        "1.5", "-1.5e-3", "1e999", "inf", "-infinity", "nan", "nan(0x1)", "0x1p3", ".5", "5.", ".", "e1", "1e", "1,5",
        "1.5\0", " 1.5",
    ]

    private static let bool = ["true", "false", "True", "1", "yes", "", "truee"]

    @Test(arguments: int + double + bool)
    func aBuiltInTypeTakesWhatItsInitializerTakes(text: String) {
        #expect(ParameterType.int.accepts(text) == (Int(text) != nil))
        #expect(ParameterType.uint.accepts(text) == (UInt(text) != nil))
        let isDecimal = text.allSatisfy { "+-.0123456789e".contains($0) }
        #expect(ParameterType.double.accepts(text) == (Double(text)?.isFinite == true && isDecimal))
        #expect(ParameterType.bool.accepts(text) == (Bool(text) != nil))
    }

    @Test(arguments: [
        ("123e4567-e89b-12d3-a456-426614174000", true), ("123E4567-E89B-12D3-A456-426614174000", true),
        ("00000000-0000-0000-0000-000000000000", true), ("123e4567e89b12d3a456426614174000", false),
        ("123e4567-e89b-12d3-a456-42661417400", false), ("123e4567-e89b-12d3-a456-4266141740000", false),
        ("{23e4567-e89b-12d3-a456-426614174000", false), ("123e4567-e89b-12d3-a456-42661417400g", false),
        ("123e4567-e89b-12d3-a4567-42661417400", false), ("", false),
    ])
    func aUUIDIsGroupedHexadecimalDigits(text: String, isTaken: Bool) {
        #expect(ParameterType.uuid.accepts(text) == isTaken)
    }

    @Test(
        arguments: [
            ("{x:1...99}", ["1", "99", "+5", "007"], ["0", "100", "-1", "", "1.0", "99999999999999999999"]),
            ("{x:1...}", ["1", "9223372036854775807"], ["0", "9223372036854775808"]),
            ("{x:...9}", ["9", "-9223372036854775808"], ["10", "-9223372036854775809"]),
            ("{x:-5...5}", ["-5", "0", "5"], ["-6", "6"]),
            ("{x:small|large}", ["small", "large"], ["", "Small", "smal", "smalll", "small|large"]),
            ("{x:a}", ["a"], ["b", "aa"]), ("{x:a%2Fb|c}", ["a/b"], ["a%2Fb"]),
            ("{x:%C3%A9|a}", ["\u{E9}"], ["e\u{301}"]),
        ] as [(String, [String], [String])])
    func aRangeOrChoiceTakesItsValues(spelling: String, taken: [String], refused: [String]) throws {
        let type = try #require(try RoutePattern("/:\(spelling)").parameters.first?.type)
        for value in taken { #expect(type.accepts(value)) }
        for value in refused { #expect(!type.accepts(value)) }
    }

    @Test
    func aTypeIsMadeOfAClosure() {
        let type = ParameterType("Letter") { $0.count == 1 }
        #expect(type.accepts("é") && !type.accepts("ab") && !type.accepts(""))
        let even = ParameterType("Even") { Int($0)?.isMultiple(of: 2) == true }
        #expect(even.samples.contains("42"))
    }

    @Test(arguments: [ParameterType.int, .uint, .double, .bool, .uuid, .range(3...7), .range(.min ... -4)])
    func everyTypeHasSamplesThatItTakes(type: ParameterType) {
        #expect(!type.samples.isEmpty)
        #expect(type.samples.allSatisfy { type.accepts($0) })
    }

    @Test
    func aNameThatNoPatternCanSpellIsAMistakeOfTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = ParameterType("small|large") { _ in true } }
        await #expect(processExitsWith: .failure) { _ = ParameterType("Int") { _ in true } }
    }
}
