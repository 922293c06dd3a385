import Foundation
import Routing
import Testing

struct RouteListErrorTests {
    @Test(
        arguments: [
            (#"{"routes": [], "hosts": "path"}"#, .unknownKey, "hosts"),
            (#"{"routes": [{"pattern": "a", "Name": ""}]}"#, .unknownKey, "routes[0].Name"),
            ("{}", .missingKey, "routes"), (#"{"routes": [{"pattern": "a"}, {}]}"#, .missingKey, "routes[1].pattern"),
            (#"{"host": "path", "origins": [], "routes": []}"#, .hostAndOrigins, ""),
            (#"{"host": "Path", "routes": []}"#, .wrongType, "host"), (#"{"routes": {}}"#, .wrongType, "routes"),
            ("[]", .wrongType, ""), (#"{"routes": null}"#, .wrongType, "routes"),
            (#"{"routes": [{"pattern": 1}]}"#, .wrongType, "routes[0].pattern"),
            (#"{"routes": [{"pattern": "a", "priority": 1.5}]}"#, .wrongType, "routes[0].priority"),
            (#"{"routes": [{"pattern": "a", "metadata": []}]}"#, .wrongType, "routes[0].metadata"),
            (#"{"routes": [{"pattern": "a", "schemes": ["x:y"]}]}"#, .malformedScheme, "routes[0].schemes[0]"),
            (#"{"routes": [{"pattern": "a", "schemes": ["a", ""]}]}"#, .malformedScheme, "routes[0].schemes[1]"),
            (#"{"origins": ["shop://", "shop"], "routes": []}"#, .malformedOrigin, "origins[1]"),
            (#"{"routes": [{"pattern": "/:"}]}"#, .malformedPattern, "routes[0].pattern"),
            ("", .malformedJSON, ""), ("{", .malformedJSON, ""), (#"{"routes": []} x"#, .malformedJSON, ""),
            ("]]}}", .malformedJSON, ""),
            (#"{"routes": ["#, .malformedJSON, ""), (#"{"routes: []}"#, .malformedJSON, ""),
        ] as [(String, RouteListError.Problem.Reason, String)])
    func aWrongTableSaysWhatAndWhere(json: String, reason: RouteListError.Problem.Reason, path: String) throws {
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json) }
        #expect(error.problems.map(\.reason) == [reason])
        #expect(error.problems.map(\.path) == [path])
        #expect(error.description.hasSuffix("."))
    }

    @Test
    func everythingThatIsWrongIsReportedAtOnce() throws {
        let error = try #require(throws: RouteListError.self) {
            try RouteList(
                json: #"""
                    {"x": 1, "origins": ["?"], "routes":
                     [{"pattern": "/:"}, {"pattern": "a"}, {"pattern": "(", "y": 1, "schemes": ["1"]}]}
                    """#)
        }
        #expect(
            error.problems.map(\.path) == [
                "x", "origins[0]", "routes[0].pattern", "routes[2].y", "routes[2].schemes[0]", "routes[2].pattern",
            ])
        #expect(error.problems.compactMap(\.patternError?.reason) == [.missingName, .unbalancedParenthesis])
        #expect(error.problems.compactMap(\.originError?.reason) == [.noScheme])
        #expect(error.description.split(separator: "\n").count == 6)
    }

    @Test(
        arguments: [
            (#"{"routes": [], "routes": []}"#, "routes", 15), (#"{"routes": [], "\u0072outes": []}"#, "routes", 15),
            (#"{"a": {"b": [{"c": 1, "d": {}, "c": 2}]}}"#, "c", 31), (#"{"a\n": 1, "a\u000a": 1}"#, "a\n", 11),
            (#"{"😀": 1, "\uD83d\uDE00": 1}"#, "😀", 12), (#"{"\"": 1, "\u0022": 1}"#, "\"", 10),
            ("{\"\u{E9}\": 1, \"e\u{301}\": 1}", "e\u{301}", 10),
            (#"{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"3":0}"#, "3", 55),
        ])
    func aKeyThatStandsTwiceIsAnError(json: String, key: String, offset: Int) throws {
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json) }
        #expect(error.problems.map(\.reason) == [.duplicateKey])
        #expect(error.problems.map(\.path) == [key])
        #expect(error.problems.map(\.offset) == [offset])
    }

    @Test(
        arguments: [
            #"{"a": {"a": "a"}, "b": [{"a": 1}, {"a": 1}], "routes": []}"#,
            #"{"routes": [], "a": ["b", "b"], "c": "b"}"#,
            #"{"routes": [], "a": "\"a\": 1, \"a\": 1"}"#,
        ])
    func keysOfDifferentObjectsAreDifferent(json: String) throws {
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json) }
        #expect(Set(error.problems.map(\.reason)) == [.unknownKey])
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32])
    func onlyUTF8IsRead(encoding: String.Encoding) throws {
        let data = try #require(#"{"routes": [], "routes": []}"#.data(using: encoding))
        let error = try #require(throws: RouteListError.self) { try RouteList(json: data) }
        #expect(error.problems.map(\.reason) == [.malformedJSON])
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func aTableIsOnlyReadToADepth(open: String, close: String) throws {
        func json(_ depth: Int) -> String {
            #"{"routes":[{"pattern":"a","metadata":{"m":"# + String(repeating: open, count: depth) + "1"
                + String(repeating: close, count: depth) + "}}]}"
        }
        #expect(try RouteList(json: json(RouteList.maximumDepth - 4)).routes.count == 1)
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json(RouteList.maximumDepth - 3)) }
        #expect(error.problems.map(\.reason) == [.tooDeep])
    }
}
