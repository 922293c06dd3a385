import Foundation
import Testing

@testable import Routing

struct RouteListTests {
    private static let whole = #"""
        {"host": "match", "routes": [
          {"pattern": "/user/:id", "name": "user", "schemes": ["Shop", "https"], "priority": -2,
           "metadata": {"title": "Us\u00e9r", "tags": [1, 2.5, true, null, {"a/b": []}]}},
          {"pattern": "/p(/:x)"}
        ]}
        """#

    @Test
    func everythingThatIsInATableIsRead() throws {
        let list = try RouteList(json: Self.whole)
        #expect(list.host == .match)
        #expect(list.origins == nil)
        #expect(list.routes.map(\.pattern.text) == ["/user/:id", "/p(/:x)"])
        #expect(list.routes.map(\.options.name) == ["user", nil])
        #expect(list.routes.map(\.options.schemes) == [["shop", "https"], []])
        #expect(list.routes.map(\.priority) == [-2, 0])
        #expect(
            list.routes[0].options.metadata == [
                "title": .string("Usér"),
                "tags": .array([.integer(1), .number(2.5), .bool(true), .null, .object(["a/b": .array([])])]),
            ])
        #expect(list.routes[1].options.metadata.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"routes": []}"#, .ignore, nil), (#"{"host": "path", "routes": []}"#, .path, nil),
            (#"{"host": "ignore", "routes": []}"#, .ignore, nil),
            (
                #"{"origins": ["shop://", "https://shop.example"], "routes": []}"#, .ignore,
                ["shop://", "https://shop.example"]
            ),
            (#"{"host": null, "origins": [], "routes": []}"#, .ignore, []),
        ] as [(String, HostRule, [Origin]?)])
    func aTableSaysHowItsURLsAreAddressed(json: String, host: HostRule, origins: [Origin]?) throws {
        let list = try RouteList(json: json)
        #expect(list.host == host)
        #expect(list.origins == origins)
    }

    @Test(
        arguments: [
            (
                whole,
                #"""
                {"host":"match","routes":[{"metadata":{"tags":[1,2.5,true,null,{"a/b":[]}],"title":"Usér"},"name":"user",\#
                "pattern":"/user/:id","priority":-2,"schemes":["https","shop"]},{"pattern":"/p(/:x)"}]}
                """#
            ),
            (
                #"{"origins": ["shop://"], "routes": [{"pattern": "a"}]}"#,
                #"{"origins":["shop://"],"routes":[{"pattern":"a"}]}"#
            ),
        ])
    func aTableIsWrittenWithoutWhatCanBeLeftOut(json: String, written: String) throws {
        let list = try RouteList(json: json)
        #expect(try list.json == written)
        #expect(try RouteList(json: list.json) == list)
        #expect(try RouteList(json: Data(written.utf8)) == list)
    }

    @Test
    func aNumberThatIsNotFiniteCannotBeWritten() throws {
        let pattern = try RoutePattern("/a")
        let list = RouteList(routes: [
            .init(pattern: pattern, options: RouteOptions(metadata: ["x": .number(.infinity)]))
        ])
        let error = try #require(throws: RouteListError.self) { try list.json }
        #expect(error.explanation == "JSON has no such number.")
    }

    @Test
    func patternsMayNameTypesOfTheUser() throws {
        let json = #"{"routes":[{"pattern":"/:id:SKU"}]}"#
        let types = [ParameterType("SKU") { $0.hasPrefix("S") }]
        #expect(try RouteList(json: json, types: types).routes[0].pattern.parameters[0].type == types[0])
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json) }
        #expect(error.path == "routes[0].pattern")
    }
}
