/// How many bytes of one text have to be changed, removed or added to make it another one.
enum EditDistance {
    /// The distance, or `nil` when more than a third differs or the texts are long; the case of letters does not count.
    static func distance(_ one: String, _ other: String) -> Int? {
        let (first, second) = (Array(one.utf8), Array(other.utf8))
        let limit = max(first.count, second.count) / 3
        guard max(first.count, second.count) <= 64, abs(first.count - second.count) <= limit else {
            return nil
        }
        var previous = Array(0...second.count)
        for (row, byte) in first.enumerated() {
            var current = [row + 1]
            for (column, candidate) in second.enumerated() {
                let changed = previous[column] + (byte.lowercased == candidate.lowercased ? 0 : 1)
                current.append(min(changed, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[second.count] <= limit ? previous[second.count] : nil
    }
}
