/// A route that fits a path, and where in the path the values of its parameters stand.
///
/// It holds numbers and nothing else: what it says is about the table and the text that were looked up.
public struct RouteHit: Sendable {
    /// The route; expansion, number of parameters and whether there are escapes; where the tail begins, and where the
    /// path ends.
    ///
    /// They are kept together, as the spans are, so that copying a hit takes few steps.
    let head: SIMD4<UInt32>

    /// Of each parameter the start, and in the upper half the last byte.
    ///
    /// A text has at most 64 KiB and no value is empty, so either fits.
    let spans: SIMD16<UInt32>

    /// The number of the route in ``RouteTable/routes``.
    public var route: Int { Int(head.x) }

    /// In the second number: whether there are escapes.
    static let encodedBit: UInt32 = 1 << 16

    /// In the second number: whether the tail begins with a host, which is never a dot segment.
    static let hostInTailBit: UInt32 = 1 << 17

    /// How many parameters of the path took part.
    public var count: Int { Int(head.y >> 8 & 0xFF) }

    /// Which of the paths that the groups of the pattern stand for.
    var expansion: Int { Int(head.y & 0xFF) }

    /// What a walk says that is not enough.
    @inline(__always)
    static var undecided: RouteHit { RouteHit(head: SIMD4(repeating: .max), spans: SIMD16()) }

    @inline(__always)
    var isDecided: Bool { head.x != .max }

    private var isEncoded: Bool { head.y & Self.encodedBit != 0 }

    /// Where the tail begins, behind the end when it took nothing; `UInt32.max` when there is none.
    private var tail: UInt32 { head.z }
    private var end: UInt32 { head.w }

    /// Where the value of a parameter stands in the UTF-8 of the text, in the order of the pattern.
    public subscript(index: Int) -> Range<Int> {
        let span = spans[index]
        return Int(span & 0xFFFF)..<Int(span >> 16) + 1
    }

    /// Where the values of the parameters stand in the UTF-8 of the text, in the order of the pattern.
    public var ranges: some RandomAccessCollection<Range<Int>> {
        (0..<count).lazy.map { self[$0] }
    }

    /// The decoded values of the parameters, in the order of the pattern.
    public func values(in path: String) -> [String] {
        path.withSpan { bytes in
            (0..<count).map { number in text(of: self[number], in: bytes) }
        }
    }

    /// The decoded segments that a tail took, or `nil` when the path that matched does not end in one.
    public func tail(in path: String) -> [String]? {
        guard tail != .max else { return nil }
        return path.withSpan { bytes in
            var ranges: [Range<Int>] = []
            let hostCount = head.y & Self.hostInTailBit == 0 ? 0 : 1
            var position = Int(tail)
            while position <= end {
                let next = bytes.firstSlash(from: position, before: Int(end))
                let isHost = position == Int(tail) && hostCount == 1
                switch isHost ? 0 : DotSegments.dots(in: bytes, from: position, before: next) {
                case 0: ranges.append(position..<next)
                case 2 where ranges.count > hostCount: ranges.removeLast()
                default: break
                }
                position = next + 1
            }
            return ranges.map { text(of: $0, in: bytes) }
        }
    }

    func text(of range: Range<Int>, in bytes: Span<UInt8>) -> String {
        isEncoded
            ? PercentCoding.text(of: bytes, from: range.lowerBound, to: range.upperBound)
            : bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
