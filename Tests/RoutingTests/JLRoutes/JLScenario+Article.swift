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

    /// An answer as the article writes it: who was asked, and what the last one was told.
    func summary(of answer: JLAnswer) -> String {
        let asked = answer.asked.map { "`\(routes[$0].pattern)`" }
        guard answer.isHandled else {
            return answer.listeners > 1 ? "nobody, told twice" : (asked + ["nobody"]).joined(separator: " ")
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
