import Laws

/// Inputs that grow: sixteen times as much may not take much longer than sixteen times as long.
enum Growth {
    private struct Shape {
        let law: Law
        let start: String
        let piece: String
        let end: String
    }

    /// Quadratic work would take 256 times as long; caches and the system's memory make linear work dearer, too.
    private static let limit = 64

    private static let shapes =
        finished + marked + unfinished.map { Shape(law: .pattern, start: "", piece: $0, end: "") }

    private static let finished: [Shape] = [
        .init(law: .url, start: "x://h/", piece: "a", end: ""), .init(law: .url, start: "x://h/", piece: "%", end: ""),
        .init(law: .url, start: "x://h", piece: "/a/..", end: ""),
        .init(law: .url, start: "x://h", piece: "/%2e", end: ""),
        .init(law: .url, start: "x://", piece: "@", end: ""), .init(law: .url, start: "x://h?", piece: "a&", end: ""),
        .init(law: .url, start: "x://h?", piece: "=%C3%A9+&", end: ""),
        .init(law: .url, start: "x://h#", piece: "%41", end: ""),
        .init(law: .url, start: "x://h?", piece: "e\u{301}", end: "=1"),
        .init(law: .url, start: "x://h?a", piece: "\u{301}\u{323}", end: "=1"),
        .init(law: .url, start: "x://h?", piece: "\u{301}\u{323}&", end: ""),
        .init(law: .url, start: "x://", piece: "\u{301}\u{323}", end: "/"),
        .init(law: .url, start: "https://", piece: "a.", end: "/"),
        .init(law: .url, start: "https://", piece: "xn--bcher-kva.", end: "a/"),
        .init(law: .url, start: "https://xn--", piece: "a", end: "/"),
        .init(law: .url, start: "https://", piece: "1.", end: "/"),
        .init(law: .url, start: "https://", piece: "0x", end: "/"),
        .init(law: .url, start: "https://[", piece: "1:", end: "]/"),
        .init(law: .url, start: "https://", piece: "u%@", end: "h/"),
        .init(law: .url, start: "https://h:", piece: "0", end: "/"),
        .init(law: .opening, start: "x://h?a", piece: "\u{301}\u{323}", end: "=1"),
        .init(law: .opening, start: "x://h?a=a", piece: "\u{301}\u{323}", end: ""),
        .init(law: .opening, start: "x://h/a", piece: "\u{301}\u{323}", end: "?a=1"),
        .init(law: .opening, start: "x://a", piece: "\u{301}\u{323}", end: "/1"),
        .init(law: .opening, start: "x://h?", piece: "a&", end: ""),
        .init(law: .opening, start: "x://h", piece: "/\u{323}\u{301}", end: ""),
        .init(law: .pattern, start: "", piece: "/a", end: ""),
        .init(law: .pattern, start: "", piece: "(/a", end: ""), .init(law: .pattern, start: "/", piece: ":a-", end: ""),
        .init(law: .pattern, start: "/", piece: "%", end: ""),
        .init(law: .pattern, start: "/:{w:", piece: "a|", end: "a}"),
        .init(law: .pattern, start: "/a?", piece: "a&", end: ""),
        .init(law: .pattern, start: "//", piece: "a.", end: "b/"),
        .init(law: .table, start: "/*/:a/x\n/:a/:b\n/*\nx://h", piece: "/a", end: "/y"),
        .init(law: .table, start: "/:a...:b...:c-:d\nx://h/", piece: "...", end: ""),
        .init(law: .table, start: "/:a\n/*\nx://h", piece: "/../%2e%2e/a", end: ""),
        .init(law: .table, start: "/:a:Double\nx://h/", piece: "1", end: ""),
        .init(law: .table, start: "/a?k:Int\nx://h/a?", piece: "k=a&", end: ""),
        .init(law: .list, start: "", piece: "[", end: ""), .init(law: .list, start: "", piece: "{\"a\":", end: ""),
        .init(law: .list, start: "{\"routes\":[", piece: "{\"pattern\":\"/:\"},", end: "{}]}"),
        .init(law: .list, start: "{", piece: "\"a\\n\":1,", end: "\"b\":1}"),
        .init(law: .list, start: "{\"", piece: "\\u0301", end: "\":1}"),
        .init(law: .list, start: "\"", piece: "\\", end: "\""),
        .init(law: .list, start: "{\"routes\":[],\"a\":[", piece: "true,", end: "1]}"),
        .init(law: .list, start: "{\"routes\":[],\"a\":[", piece: "[[]],", end: "1]}"),
        .init(law: .list, start: "{\"routes\":[],\"a\":", piece: "1", end: "}"),
        .init(law: .list, start: "{\"routes\":[],\"a\":1.", piece: "1", end: "}"),
        .init(law: .url, start: "https://[", piece: "::", end: "]/"),
        .init(law: .url, start: "https://a.", piece: "xn--a.", end: "/"),
        .init(law: .opening, start: "x://h/a?", piece: "q=1&", end: ""),
    ]

    /// Combining marks of two classes in turn, which take quadratic time to be put in canonical order.
    private static let marked: [Shape] = [
        (.list, "{\"routes\":[],\"", "\":1}"), (.list, "{\"routes\":[{\"pattern\":\"/a\",\"metadata\":{\"", "\":1}}]}"),
        (.list, "{\"routes\":[{\"pattern\":\"/a\",\"schemes\":[\"", "\"]}]}"),
        (.list, "{\"routes\":[{\"pattern\":\"/a\",\"name\":\"a", "\"}]}"),
        (.list, "{\"routes\":[{\"pattern\":\"/a\",\"metadata\":{\"a\":\"", "\"}}]}"),
        (.list, "{\"host\":\"", "\",\"routes\":[]}"), (.list, "{\"origins\":[\"", "\"],\"routes\":[]}"),
        (.list, "{\"origins\":[\"shop://a", "\"],\"routes\":[]}"), (.list, "{\"routes\":[{\"pattern\":\"/", "\"}]}"),
        (.naming, "a", ""), (.naming, "", ""), (.parked, "a", ""), (.parked, "", ""),
        (.pattern, "/:{a:", "}"), (.pattern, "/:a:", ""), (.pattern, "/:", ""), (.pattern, "/*", ""),
        (.pattern, "/:{a:x|", "|y}"), (.pattern, "/a?", ""), (.pattern, "/a?k:", ""), (.pattern, "//", "/a"),
        (.opening, "x://h?isNew=", ""), (.opening, "x://h/a?isNew=true", ""), (.opening, "x://h/a?date=2026-01-01", ""),
        (.opening, "x://h/a?next=/", ""), (.opening, "x://h/a#", ""), (.opening, "https://", "/a"),
    ].map { Shape(law: $0, start: $1, piece: "\u{301}\u{323}", end: $2) }

    /// What would be looked at again and again, if one part looked for what another had looked for.
    private static let unfinished = [
        "/:{", "/:a(x", "/:{a:", "?a:{", "/:{a:x|", "(", "/(", "/:{a}-", "&", "//:", ":", "(/:p", "(/a?",
    ]

    /// From a size below all limits to 1 MB, by steps of four.
    private static let sizes = [1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20]

    static func check() throws(Violation) {
        try TableGrowth.check(limit)
        for shape in shapes {
            guard let times = try excess(of: shape) else { continue }
            // Measured again, as another process can slow down a single run. Quadratic work is slow in each.
            guard try excess(of: shape) != nil, try excess(of: shape) != nil else { continue }
            throw Violation("\(shape.law.rawValue) \(shape.start)\(shape.piece)… grows to \(times) ns")
        }
    }

    /// Returns the times of the sizes, if one grows by more than the limit.
    private static func excess(of shape: Shape) throws(Violation) -> [Int]? {
        var times: [Int] = []
        for size in sizes {
            let count = (size - shape.start.utf8.count - shape.end.utf8.count) / shape.piece.utf8.count
            let input = shape.start + String(repeating: shape.piece, count: count) + shape.end
            times.append(try best(shape.law, input))
            guard let time = times.last, let before = times.dropLast(2).last else { continue }
            // Of what takes no time at all, the ratio says nothing.
            guard time <= limit * max(before, 20_000) else { return times }
        }
        return nil
    }

    private static func best(_ law: Law, _ input: String) throws(Violation) -> Int {
        var best = Int.max
        for _ in 0..<5 { best = min(best, try processorTime { () throws(Violation) in try law.check(input) }) }
        return best
    }
}
