import Routing
import Testing

/// Thousands of URLs that the real JLRoutes answered, full of its quirks, and its own suite.
struct JLOracleTests {
    @Test(arguments: ["jlroutes-oracle", "jlroutes-suite"])
    func theModelWithAllQuirksIsJLRoutes(file: String) throws {
        for scenario in try JLScenario.all(in: file) {
            let model = JLModel(scenario)
            for entry in scenario.entries {
                let (answer, expansion) = model.answer(to: entry.url, JLSwitches(JLQuirk.allCases))
                #expect(answer == entry.answer, "\(entry.url) of \(scenario.routes)")
                #expect(expansion == entry.expansion, "\(entry.url) of \(scenario.routes)")
            }
        }
    }

    @Test(arguments: ["jlroutes-oracle", "jlroutes-suite"])
    func theModelWithoutQuirksIsTheRouter(file: String) throws {
        for scenario in try JLScenario.all(in: file) {
            let model = JLModel(scenario)
            let app = try MigratedApp(scenario)
            for entry in scenario.entries {
                let expected = model.answer(to: entry.url, JLSwitches([])).answer
                #expect(app.answer(to: entry.url) == expected, "\(entry.url) of \(scenario.routes)")
            }
        }
    }

    @Test
    func everyDisagreementIsOneThatTheArticleNamesAndCounts() throws {
        let oracle = try JLComparison(file: "jlroutes-oracle")
        let suite = try JLComparison(file: "jlroutes-suite")
        let written = try MigrationArticle.counts()
        for quirk in JLQuirk.allCases {
            let count = oracle.counts[quirk] ?? JLComparison.Count()
            let own = suite.counts[quirk].map { $0.alone + $0.withOthers } ?? 0
            let row = "| \(quirk.rawValue) | \(count.alone) | \(count.withOthers) | \(own) |"
            #expect(written[quirk].map { $0.oracle == count && $0.suite == own } == true, "\(row)")
        }
        #expect(oracle.agreements == 4_255)
        #expect(oracle.disagreements == 4_157)
        #expect(oracle.sizes == [1: 2_571, 2: 1_055, 3: 394, 4: 108, 5: 22, 6: 6, 7: 1])
        #expect(suite.agreements == 81)
    }
}

/// Tables whose answers hang on none of JLRoutes' quirks: both routers have to agree on every one.
struct JLPlainTests {
    @Test
    func everyAnswerIsThatOfJLRoutes() throws {
        let tables = try PlainTable.all()
        for table in tables {
            let own = try table.table
            for step in table.steps {
                let found = PlainTable.Answer(own, try URLText(step.url))
                #expect(found == step.answer, "\(step.url) in\n\(own)")
            }
        }
        #expect(tables.count == 2_079)
        #expect(tables.reduce(0) { $0 + $1.steps.count } == 7_363)
    }
}

/// The explanations of answers that differ.
struct JLComparison {
    /// The number of disagreements that a quirk explains.
    struct Count: Hashable {
        var alone = 0
        var withOthers = 0
    }

    private(set) var counts: [JLQuirk: Count] = [:]
    private(set) var agreements = 0
    private(set) var disagreements = 0

    /// Disagreements by the number of quirks that have to come together.
    private(set) var sizes: [Int: Int] = [:]

    init(file: String) throws {
        for scenario in try JLScenario.all(in: file) {
            let model = JLModel(scenario)
            for entry in scenario.entries { explain(entry, model) }
        }
    }

    /// Finds the smallest set of quirks that, added to our rules, leads to the answer of JLRoutes: one, else two, else
    /// a set from which none can be left out.
    private mutating func explain(_ entry: JLScenario.Entry, _ model: JLModel) {
        func suffices(_ quirks: [JLQuirk]) -> Bool {
            model.answer(to: entry.url, JLSwitches(quirks)).answer == entry.answer
        }
        if suffices([]) {
            agreements += 1
            return
        }
        let all = JLSwitches(JLQuirk.allCases)
        _ = model.answer(to: entry.url, all)
        let candidates = JLQuirk.allCases.filter { all.asked.contains($0) }
        let reduced = candidates.reversed().reduce(candidates) { kept, quirk in
            let fewer = kept.filter { $0 != quirk }
            return suffices(fewer) ? fewer : kept
        }
        record(Self.smaller(than: reduced, of: candidates, where: suffices) ?? reduced)
    }

    /// One or two quirks that suffice instead of more.
    private static func smaller(
        than quirks: [JLQuirk], of candidates: [JLQuirk], where suffices: ([JLQuirk]) -> Bool
    ) -> [JLQuirk]? {
        guard quirks.count > 1 else { return nil }
        if let single = candidates.first(where: { suffices([$0]) }) { return [single] }
        guard quirks.count > 2 else { return nil }
        for (number, first) in candidates.enumerated() {
            for second in candidates[(number + 1)...] where suffices([first, second]) { return [first, second] }
        }
        return nil
    }

    private mutating func record(_ quirks: [JLQuirk]) {
        disagreements += 1
        sizes[quirks.count, default: 0] += 1
        for quirk in quirks {
            if quirks.count == 1 {
                counts[quirk, default: Count()].alone += 1
            } else {
                counts[quirk, default: Count()].withOthers += 1
            }
        }
    }
}

/// One way in which JLRoutes answers differently; *Moving from JLRoutes* has a section for each.
///
/// In the model each is a switch: with all of them on it answers as JLRoutes does, with all off by the rules of this
/// package.
enum JLQuirk: String, CaseIterable {
    // The form of a URL.
    case relativeURL = "a URL without a scheme is opened"
    case undecodable = "a value that does not decode is dropped"
    case schemeCase = "schemes are compared with their case"
    case guessedHost = "a host with a dot is no part of the path"
    case hostileHost = "a host that decodes to a delimiter, or is dots, is opened"
    case hostCase = "a host in the path is compared with its case"
    case emptySegments = "empty segments are collapsed or matched"
    case dotSegments = "dot segments stay"
    case fragmentPath = "a fragment that begins with a slash extends the path"
    case fragmentAnchor = "any other fragment is glued to the last segment"
    case fragmentItems = "a fragment of key and value joins the query"

    // The form of a value.
    case pathPlus = "a plus in the path is a space"
    case escapedPlus = "an escaped plus is a space, too"
    case queryPlus = "a plus in the query stays"
    case trailingHash = "a value loses the number sign at its end"
    case bareItems = "query items without a value are dropped"
    case reservedKeys = "the query cannot have the keys of JLRoutes"
    case rawTail = "a tail is not decoded"

    // The form of a pattern.
    case rawLiterals = "literals are compared as written"
    case trailingSlash = "a slash at the end of a pattern counts"
    case middleWildcard = "a wildcard in the middle takes the rest"
    case wholeNames = "a name goes up to the next slash"
    case nestedGroups = "groups do not nest"
    case repeatedPieces = "pieces between groups are a set"
    case hostPattern = "two slashes at the beginning are an empty segment"

    // The routes that are asked.
    case registrationOrder = "the route that was registered first is asked first"
    case longestFirst = "of one route the longest text is asked first"
    case askedAgain = "a route is asked again for another of its paths"
    case twoListeners = "two unmatched handlers run"

    // Patterns that are refused here, by the reason.
    case emptySegment = "refused: empty segment"
    case emptyGroup = "refused: empty group"
    case partialGroup = "refused: group of a part of a segment"
    case unbalanced = "refused: unbalanced parenthesis"
    case missingName = "refused: missing name"
    case repeatedName = "refused: repeated name"
    case reservedCharacter = "refused: reserved character"
    case unknownType = "refused: unknown type"
    case malformedHost = "refused: malformed host"
    case hyphenInName = "refused: hyphen behind a name"
    case wildcardInSegment = "refused: wildcard in a segment"
}

/// Which quirks are on, and which of them an answer hangs on.
final class JLSwitches {
    private let on: Set<JLQuirk>

    /// The quirks that were asked about: turning any other would not change the answer.
    private(set) var asked: Set<JLQuirk> = []

    init(_ on: some Sequence<JLQuirk>) {
        self.on = Set(on)
    }

    subscript(quirk: JLQuirk) -> Bool {
        asked.insert(quirk)
        return on.contains(quirk)
    }
}

/// Routes, and the answers of JLRoutes to URLs.
///
/// The rows of a file are:
/// - `scenario`, options (`host`: the host belongs to the path; `plus`: a plus is a space), namespaces with a fallback.
/// - A priority, a namespace, `+` or `-` for handlers that accept or decline, and a pattern.
/// - A URL, the numbers of the routes that were asked, and `!` with the number of unmatched handlers that ran, or the
///   path that matched (empty if it is the pattern) with values and tail.
struct JLScenario {
    struct Route {
        let priority: Int
        /// The namespace; `nil` is the global one.
        let scheme: String?
        let isDeclining: Bool
        let pattern: String
    }

    struct Entry {
        let url: String
        let answer: JLAnswer
        /// The pattern that was matched, with its groups taken or left out.
        let expansion: String?
    }

    var treatsHostAsPath = false
    var decodesPlus = false
    /// The namespaces that hand on to the global one.
    var fallback: Set<String> = []
    var routes: [Route] = []
    var entries: [Entry] = []

    /// Returns the scenarios of a file in `Resources`.
    static func all(in file: String) throws -> [JLScenario] {
        var scenarios: [JLScenario] = []
        for fields in try VectorFile.rows(of: file) {
            if fields[0] == "scenario" {
                scenarios.append(JLScenario(fields))
            } else if fields.count == 4, let priority = Int(fields[0]), fields[2] == "+" || fields[2] == "-" {
                scenarios[scenarios.count - 1].routes.append(
                    Route(
                        priority: priority, scheme: fields[1].isEmpty ? nil : fields[1], isDeclining: fields[2] == "-",
                        pattern: fields[3]))
            } else {
                let entry = Entry(fields, routes: scenarios[scenarios.count - 1].routes)
                scenarios[scenarios.count - 1].entries.append(entry)
            }
        }
        return scenarios
    }

    init() {}

    private init(_ fields: [String]) {
        self.init()
        treatsHostAsPath = fields[1].contains("host")
        decodesPlus = fields[1].contains("plus")
        fallback = Set(fields[2].split(separator: ",").map(String.init))
    }
}

extension JLScenario.Entry {
    fileprivate init(_ fields: [String], routes: [JLScenario.Route]) {
        url = fields[0]
        var answer = JLAnswer()
        answer.asked = fields[1].split(separator: ",").compactMap { Int($0) }
        if fields[2].hasPrefix("!") {
            answer.listeners = Int(fields[2].dropFirst()) ?? 0
            expansion = nil
        } else {
            answer.isHandled = true
            answer.values = VectorFile.items(of: fields[3])
            answer.tail = fields.count > 4 ? VectorFile.segments(of: fields[4]) : nil
            expansion = fields[2].isEmpty ? answer.asked.last.map { routes[$0].pattern } : fields[2]
        }
        self.answer = answer
    }
}

extension JLScenario {
    /// Routes as the article writes them: each in backquotes, `-` before one that declines, `app: ` before one of a namespace.
    init(_ text: String) {
        self.init()
        decodesPlus = !text.contains("(plus off)")
        routes = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }
            .map { Route(article: String($0.element)) }
        if text.contains("(fallback)") { fallback = Set(routes.compactMap(\.scheme)) }
    }

    /// An answer as the article writes it: the routes that were asked, and the values of the last one.
    func summary(of answer: JLAnswer) -> String {
        let asked = answer.asked.map { "`\(routes[$0].pattern)`" }
        guard answer.isHandled else {
            return answer.listeners > 1 ? "no route, reported twice" : (asked + ["no route"]).joined(separator: " ")
        }
        let values = answer.values.sorted { $0.key < $1.key }.map { "\($0)=\($1.joined(separator: "&"))" }
        let tail = answer.tail.map { "tail " + $0.joined(separator: "/") }
        return (asked + [(values + [tail].compactMap { $0 }).joined(separator: ", ")])
            .filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension JLScenario.Route {
    fileprivate init(article text: String) {
        let isDeclining = text.hasPrefix("-")
        let parts = text.dropFirst(isDeclining ? 1 : 0).split(separator: ": ", maxSplits: 1)
        self.init(
            priority: 0, scheme: parts.count == 2 ? String(parts[0]) : nil, isDeclining: isDeclining,
            pattern: parts.last.map { String($0) } ?? "")
    }
}
