import Testing

@testable import Routing

/// Text from elsewhere is printed so that it cannot pretend to be something else.
struct PrintedTextTests {
    /// Controls of a terminal, ends of lines, and marks that turn the direction of the text round.
    static let hostile = "a\u{1B}[2Jb\nc\rd\te\u{7F}f\u{9B}g\u{2028}h\u{202E}i\u{2066}j\0"

    static func hasControls(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .lineSeparator
                || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
    }

    struct Named: TypedRoute {
        static let pattern = "/named/:id:Int"
        var id: Int
        var text: String?
    }

    static func makeRouter() throws -> Router {
        let router = Router(origins: ["shop://"])
        try router.register {
            $0.on("/int/:id") { match in _ = try match["id", as: Int.self] }
            $0.on("/decode/:id") { match in _ = try match.decode(Named.self) }
            $0.on(Named.self) { _, _ in }
            $0.on("/here") { _ in }
            $0.mount("/park/:x", guards: [Guard(hostile) { _ in .park(redirect: "/nowhere/\(hostile)") }]) {
                $0.on("/") { _ in }
            }
            $0.mount("/parked/:x", guards: [Guard(hostile) { _ in .park(redirect: "/here?\(hostile)") }]) {
                $0.on("/") { _ in }
            }
            $0.mount("/refused/:x", guards: [Guard(hostile) { _ in .refuse(hostile) }]) { $0.on("/") { _ in } }
            $0.on("/redirect/:x") { _ in .redirect(to: "/nowhere/\(hostile)") }
        }
        return router
    }

    @Test(arguments: ["int", "decode", "named", "park", "parked", "refused", "redirect", "nowhere"])
    func anOutcomePrintsNoControls(target: String) async throws {
        let router = try Self.makeRouter()
        for value in [Self.hostile, "%1B%5B2J%0A%0D%09%7F%C2%9B%E2%80%A8%E2%80%AE%00"] {
            let outcome = await router.open("shop://\(target)/\(value)")
            #expect(!Self.hasControls("\(outcome)"), "\(target)")
            switch outcome.result {
            case .failed(let error): #expect(!Self.hasControls("\(error)"), "\(target)")
            case .parked(let parked): #expect(!Self.hasControls("\(parked)"), "\(target)")
            default: break
            }
            let lines = "\(router.explain("shop://\(target)/\(value)"))".split(separator: "\n")
            #expect(lines.count < 6 && !lines.contains { Self.hasControls($0) }, "\(target)")
        }
    }

    @Test
    func anErrorOfRegistrationPrintsNoControlsButTheEndsOfItsLines() throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on("/a/:x") { _ in } }
        let error = #expect(throws: RouteRegistrationError.self) {
            try router.register {
                $0.on("/\(Self.hostile)//") { _ in }
                $0.on("/\(Self.hostile)/:x:\(Self.hostile)") { _ in }
                $0.redirect("/\(Self.hostile)", to: "/:\(Self.hostile)")
                $0.redirect("/b", to: "/\(Self.hostile)/:y")
                $0.on("/c/\(Self.hostile)", "/c/\(Self.hostile)") { _ in }
                $0.mount("/\(Self.hostile)?q") { _ in }
            }
        }
        let problems = error?.problems ?? []
        #expect(problems.count > 4)
        for problem in problems { #expect(!Self.hasControls(problem.description)) }
    }

    @Test
    func anErrorOfWritingPrintsNoControls() throws {
        let router = Router(origins: ["shop://"])
        for pattern in ["/\(Self.hostile)//", "/:a(/:b)", "/:{a:x|y}"] {
            let error = #expect(throws: RouteURLError.self) {
                try router.url(for: pattern, with: ["a": Self.hostile, "b": ""], tail: [Self.hostile])
            }
            #expect(!Self.hasControls("\(error, default: "")"))
        }
    }

    @Test
    func aTablePrintsNoControls() throws {
        let texts = ["/%1B/%0A/:x", "/%C2%9B/a", "/a%E2%80%AE/:{x:%C2%9B|b}", "/:x%E2%80%A8", "//%C2%9B.h/b?%7F"]
        let routes = try texts.map { RouteTable.Route(pattern: try RoutePattern($0), value: 0) }
        let table = RouteTable(host: .match, routes)
        for line in table.description.split(separator: "\n") {
            #expect(!Self.hasControls(line), "\(line.debugDescription)")
        }
        for line in table.explain("x://%61/b").description.split(separator: "\n") {
            #expect(!Self.hasControls(line), "\(line.debugDescription)")
        }
    }
}
