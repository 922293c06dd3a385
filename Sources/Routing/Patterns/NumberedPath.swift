/// A path whose segments are numbers, with a fingerprint that is carried along, so that a long path is hashed at once.
struct NumberedPath: Hashable {
    private(set) var numbers: [Int] = []
    private var fingerprint: UInt64 = 0

    mutating func append(_ number: Int) {
        numbers.append(number)
        fingerprint = (fingerprint ^ UInt64(number + 1)) &* 0x9E37_79B9_7F4A_7C15
    }

    static func + (path: Self, rest: Self) -> Self {
        var result = path
        result.numbers.reserveCapacity(path.numbers.count + rest.numbers.count)
        for number in rest.numbers { result.append(number) }
        return result
    }

    func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }

    static func == (left: Self, right: Self) -> Bool {
        left.fingerprint == right.fingerprint && left.numbers == right.numbers
    }
}
