import Dispatchers

/// Writes events for one page, each text that repeats only once.
///
/// A text is sent when it first occurs, and later by its number. The page keeps the same list. When it has become long, both begin
/// a new one.
struct StreamEncoder: Sendable {
    private let limit: Int
    private var numbers: [String: Int] = [:]

    /// Creates an encoder.
    ///
    /// - Parameter limit: The number of texts in the list at most.
    init(limit: Int = 20_000) {
        self.limit = limit
    }

    /// Returns changes as JSON on one line.
    mutating func encode(_ changes: Recorder.Changes) -> String {
        let isReset = numbers.count > limit
        if isReset { numbers = [:] }
        var added: [String] = []
        var json = JSONWriter()
        json.object { json in
            if changes.isCleared { json.member("cleared", true) }
            if changes.lost > 0 { json.member("lost", changes.lost) }
            if isReset { json.member("reset", true) }
            json.name("rows")
            json.list(changes.events) { json, event in write(event.record, to: &json, adding: &added) }
            json.member("texts", added)
        }
        return json.text
    }

    /// Writes a row: its columns are those that `columns` of the page's `store.js` names, and then the values.
    private mutating func write(_ event: TraceRecord, to json: inout JSONWriter, adding added: inout [String]) {
        let texts = [
            event.kind, event.subject, event.type, event.location, event.receiver, event.scope, event.outcome,
        ]
        let numbers = texts.map { $0.map { number(of: $0, adding: &added) } ?? -1 }
        json.list { json in
            json.number(event.id)
            json.number(event.cause ?? 0)
            for number in numbers { json.number(number) }
            json.number(event.time.nanoseconds)
            json.number(event.duration?.nanoseconds ?? -1)
            json.number(event.thread)
            for value in event.values { json.string(value) }
        }
    }

    private mutating func number(of text: String, adding added: inout [String]) -> Int {
        if let number = numbers[text] { return number }
        let number = numbers.count
        numbers[text] = number
        added.append(text)
        return number
    }
}
