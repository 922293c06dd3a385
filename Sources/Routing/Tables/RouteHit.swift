/// A route that fits a path, and where in the path the values of its parameters stand.
///
/// It holds numbers and nothing else: what it says is about the table and the text that were looked up.
public struct RouteHit: Sendable {
    /// The route; expansion, number of parameters and whether there are escapes; where the tail begins, and where the
    /// path ends.
    ///
    /// They are kept together, as the spans are, so that copying a hit takes few steps.
    let head: SIMD4<UInt32>

    let spans: Spans

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
    static var undecided: RouteHit { RouteHit(head: SIMD4(repeating: .max), spans: Spans()) }

    @inline(__always)
    var isDecided: Bool { head.x != .max }

    private var isEncoded: Bool { head.y & Self.encodedBit != 0 }

    /// Where the tail begins, behind the end when it took nothing; `UInt32.max` when there is none.
    private var tail: UInt32 { head.z }
    private var end: UInt32 { head.w }

    /// Where the value of a parameter stands in the UTF-8 of the text, in the order of the pattern.
    public subscript(index: Int) -> Range<Int> {
        let span = spans[count - 1 - index]
        return Int(span & 0xFFFF)..<Int(span >> 16) + 1
    }

    /// Where the values of the parameters stand in the UTF-8 of the text, in the order of the pattern.
    public var ranges: some RandomAccessCollection<Range<Int>> {
        (0..<count).lazy.map { self[$0] }
    }

    /// The decoded values of the parameters, in the order of the pattern; each is made when it is asked for.
    public func values(in path: String) -> Values {
        Values(hit: self, path: path)
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

    fileprivate func text(of range: Range<Int>, in bytes: Span<UInt8>) -> String {
        isEncoded
            ? PercentCoding.text(of: bytes, from: range.lowerBound, to: range.upperBound)
            : String(bytes, from: range.lowerBound, to: range.upperBound)
    }
}

extension RouteHit {
    /// The decoded values of parameters.
    ///
    /// Making one allocates nothing when it has up to 15 bytes of UTF-8.
    public struct Values: RandomAccessCollection, Sendable {
        let hit: RouteHit
        let path: String

        /// The first of them.
        public var startIndex: Int { 0 }

        /// How many there are.
        public var endIndex: Int { hit.count }

        /// The value of a parameter, made anew each time.
        public subscript(index: Int) -> String {
            path.withSpan { hit.text(of: hit[index], in: $0) }
        }
    }

    /// Of each parameter the start, and in the upper half the last byte; the last parameter comes first.
    ///
    /// A text has at most 64 KiB and no value is empty, so either fits.
    struct Spans: Sendable {
        private var first: SIMD4<UInt32>
        private var second = SIMD4<UInt32>()
        private var third = SIMD4<UInt32>()
        private var fourth = SIMD4<UInt32>()

        /// The last four; zeros for those that are not there.
        @inline(__always)
        init(last spans: SIMD4<UInt32> = SIMD4()) {
            first = spans
        }

        subscript(index: Int) -> UInt32 {
            switch index >> 2 {
            case 0: first[index]
            case 1: second[index & 3]
            case 2: third[index & 3]
            default: fourth[index & 3]
            }
        }

        /// Adds another parameter behind all others.
        mutating func append(_ span: UInt32) {
            fourth = SIMD4(third.w, fourth.x, fourth.y, fourth.z)
            third = SIMD4(second.w, third.x, third.y, third.z)
            second = SIMD4(first.w, second.x, second.y, second.z)
            first = SIMD4(span, first.x, first.y, first.z)
        }
    }
}
