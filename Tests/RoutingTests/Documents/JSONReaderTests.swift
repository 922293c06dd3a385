import Foundation
import Routing
import Testing

/// The values of JSON, and the texts that are none.
struct JSONReaderTests {
    /// The value that a text is, as metadata of a route.
    private static func value(_ json: String) -> MetadataValue? {
        (try? RouteList(json: #"{"routes":[{"pattern":"/a","metadata":{"v":\#(json)}}]}"#))?
            .routes[0].options.metadata["v"]
    }

    @Test(
        arguments: [
            ("null", .null), ("true", true), (" false ", false), ("0", 0), ("-0", 0), ("-12", -12),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5", .number(1.5)), ("1.0", 1),
            ("1e3", 1_000), ("-2.5E-1", .number(-0.25)), ("1E+2", 100), ("1e300", .number(1e300)), ("[]", .array([])),
            ("[1,[2],\n\t{}]\r", .array([1, .array([2]), .object([:])])),
            ("{\"a\":{\"b\":null}}", .object(["a": .object(["b": .null])])),
            (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u00E9é""#, "ééé"),
            (#""\uD83D\uDE00""#, "😀"), (#""\u0000""#, "\u{0}"),
        ] as [(String, MetadataValue)])
    func aValueIsReadAsItsKind(json: String, value: MetadataValue) {
        #expect(Self.value(json) == value)
    }

    @Test(arguments: [
        "", "nul", "nulll", "True", "01", "-", "+1", ".5", "1.", "1e", "1e+", "1e999", "0x10", "NaN", "1 2", "[1,]",
        "[,1]",
        "[1 2]", "[1", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "'a'", "\"a", "\"\u{1}\"",
        "\"\n\"",
        #""\x""#, #""\u12""#, #""\u12G4""#, #""\uD83D""#, #""\uDE00""#, #""\uD83D\u0041""#, #""\"#, "// a\n1",
        "/* a */ 1",
    ])
    func aTextThatIsNoJSONIsRefused(json: String) throws {
        #expect(Self.value(json) == nil)
    }

    @Test func bytesThatAreNoUTF8AreRefused() throws {
        let data = Data(#"{"routes":[],"a":""#.utf8) + Data([0xFF]) + Data("\"}".utf8)
        let error = try #require(throws: RouteListError.self) { try RouteList(json: data) }
        #expect(error.explanation == "it is not UTF-8.")
    }

    @Test func aByteOrderMarkIsSkipped() throws {
        #expect(try RouteList(json: Data([0xEF, 0xBB, 0xBF]) + Data(#"{"routes":[]}"#.utf8)).routes.isEmpty)
    }
}
