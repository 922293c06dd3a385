/// The arguments of the command line.
struct Arguments {
    private let words: [String]

    init(_ words: some Sequence<String>) {
        self.words = Array(words)
    }

    func has(_ name: String) -> Bool { words.contains(name) }

    func number(of name: String) -> Int? {
        guard let index = words.firstIndex(of: name), index + 1 < words.count else { return nil }
        return Int(words[index + 1])
    }
}
