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
