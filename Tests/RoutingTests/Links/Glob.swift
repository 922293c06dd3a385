/// Wildcards as both systems document them: `*` matches zero or more characters, `?` one, and the whole text counts.
enum Glob {
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern.unicodeScalars)
        let text = Array(text.unicodeScalars)
        // The numbers of characters of the text that the pattern read so far can have matched.
        var ends: Set<Int> = [0]
        for character in pattern {
            switch character {
            case "*": ends = Set((ends.min() ?? text.count + 1)..<(text.count + 1))
            case "?": ends = Set(ends.filter { $0 < text.count }.map { $0 + 1 })
            default: ends = Set(ends.filter { $0 < text.count && text[$0] == character }.map { $0 + 1 })
            }
            if ends.isEmpty { return false }
        }
        return ends.contains(text.count)
    }
}
