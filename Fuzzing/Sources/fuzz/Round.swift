import Foundation
import Laws

/// So many inputs of one seed.
struct Round {
    /// The most processor time that an input may take, in nanoseconds.
    static let limit = 10_000_000

    /// How often each law gets an input.
    private static let laws: [Law] =
        Array(repeating: .pattern, count: 7) + Array(repeating: .url, count: 9) + [
            .table, .table, .table, .opening, .list, .naming, .parked, .entry, .entry, .message, .context,
        ]

    let seed: UInt64
    let count: Int

    /// Whether each input is printed before it is tried, so that the last one printed is the one that crashed.
    let isEchoing: Bool

    /// Returns the slowest input and its processor time, in one line.
    func run() throws(Violation) -> String {
        var random = Xorshift(seed: seed)
        var mutators = Law.allCases.map(Mutator.init)
        var slowest = (time: 0, law: Law.pattern, input: [UInt8]())
        for _ in 0..<count {
            let law = Self.laws[random.next(below: Self.laws.count)]
            guard let number = Law.allCases.firstIndex(of: law) else { continue }
            let input = mutators[number].next(using: &random)
            // Unbuffered, since a buffer would be lost with the process.
            if isEchoing { FileHandle.standardOutput.write(Data("\(law.rawValue) \(Self.text(of: input))\n".utf8)) }
            let time = try Self.time(law, input)
            if time > slowest.time { slowest = (time, law, input) }
        }
        let start = String(decoding: slowest.input.prefix(60), as: UTF8.self).debugDescription
        return "slowest \(slowest.time / 1_000) µs: \(slowest.law.rawValue) \(start), \(slowest.input.count) bytes"
    }

    private static func time(_ law: Law, _ input: [UInt8]) throws(Violation) -> Int {
        do throws(Violation) {
            let check = { () throws(Violation) in try law.check(input) }
            var time = try processorTime(of: check)
            // What the system did for the process counts, too: only what is slow each time is slow.
            for _ in 0..<4 where time > limit { time = min(time, try processorTime(of: check)) }
            guard time <= limit else { throw Violation("it took \(time / 1_000_000) ms") }
            return time
        } catch {
            throw Violation("\(law.rawValue) \(text(of: input)): \(error.explanation)")
        }
    }

    /// Returns an input as it is written in a program: a text, or bytes that are none.
    private static func text(of input: [UInt8]) -> String {
        String(validating: input, as: UTF8.self)?.debugDescription ?? "\(input)"
    }
}
