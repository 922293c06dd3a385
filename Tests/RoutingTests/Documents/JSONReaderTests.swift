import Foundation
import Testing

@testable import Routing

struct JSONReaderTests {
    private func value(_ json: String) throws -> MetadataValue { try JSONReader.value(of: Bytes(json.utf8)) }

    @Test(
        arguments: [
            ("null", .null), (" \t\r\n true ", .bool(true)), ("[false]", .array([.bool(false)])),
            ("-12", .integer(-12)),
            ("1.0", .integer(1)), ("1e2", .integer(100)), ("-0.5E-1", .number(-0.05)), ("0", .integer(0)),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            (#""a\"\\\/\b\f\n\r\t\u00e9\u0000""#, .string("a\"\\/\u{8}\u{C}\n\r\t\u{E9}\0")),
            (#""\uD83D\uDE00e\u0301""#, .string("😀e\u{301}")), ("\"\u{202E}👩‍👩‍👧\"", .string("\u{202E}👩‍👩‍👧")),
            (#"{"a": {}, "b": [[], 1]}"#, .object(["a": .object([:]), "b": .array([.array([]), .integer(1)])])),
            ("\u{FEFF}{}", .object([:])),
        ] as [(String, MetadataValue)])
    func whatIsJSONIsRead(json: String, expected: MetadataValue) throws {
        #expect(try value(json) == expected)
    }

    @Test(
        arguments: [
            ("", 0), ("nul", 0), ("tru e", 0), ("[1,]", 3), ("[1 2]", 3), (#"{"a" 1}"#, 5), (#"{"a":1,}"#, 7),
            ("{1:2}", 1),
            ("01", 0), ("-", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1e", 2), ("NaN", 0), ("[", 1), ("]", 0), ("1 1", 2),
            (#""a"#, 2), ("\"a\nb\"", 2), (#""\x""#, 2), (#""\u12G4""#, 5), (#""\ud800""#, 3), (#""\udc00""#, 3),
            (#""\ud800\u0041""#, 3), (#""\ud800x""#, 3), (#""\"#, 2), ("\u{A0}1", 0),
        ])
    func whatIsNoneIsAnErrorWhereItBegins(json: String, offset: Int) throws {
        let error = try #require(throws: RouteListError.self) { try value(json) }
        #expect(error.problems.map(\.reason) == [.malformedJSON])
        #expect(error.problems.map(\.offset) == [offset])
    }

    /// Overlong, a surrogate, behind the last scalar, cut off.
    @Test(arguments: [[0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] as [Bytes])
    func bytesThatAreNoUTF8AreAnError(bytes: Bytes) throws {
        let error = try #require(throws: RouteListError.self) { try JSONReader.value(of: [0x22] + bytes + [0x22]) }
        #expect(error.problems.map(\.reason) == [.malformedJSON])
    }

    /// Foundation reads the same, but for keys that stand twice and numbers that are too great.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func itAgreesWithFoundation(seed: UInt64) throws {
        let whole = #"{"a":[1,-2.5e3,0,true,null,"x\u00e9\n\\","😀"],"b":{"c":{},"d":[[]]},"\ud83d\ude00":"","e":1E-2}"#
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var bytes = Bytes(whole.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = bytes.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[index] = Array("{}[]\",:0-.eu\\ tn".utf8).randomElement(using: &random) ?? 0
                case 1: bytes.remove(at: index)
                default: bytes.insert(bytes[index], at: index)
                }
            }
            let text: Comment = "\(String(decoding: bytes, as: UTF8.self))"
            let known = try? JSONDecoder().decode(MetadataValue.self, from: Data(bytes))
            switch Result(catching: { () throws(RouteListError) in try JSONReader.value(of: bytes) }) {
            case .success(let value): #expect(value == known, text)
            case .failure(let error):
                let isKnown = error.problems.contains { [.duplicateKey, .wrongType].contains($0.reason) }
                #expect(known == nil || isKnown, text)
            }
        }
    }
}
