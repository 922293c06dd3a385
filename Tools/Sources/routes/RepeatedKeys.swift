import Foundation

/// Looks for a key that appears twice in one object of a JSON text, which decoders accept silently.
struct RepeatedKeys {
    private let bytes: [UInt8]

    /// The keys of each object that is open; `nil` for an array.
    private var open: [Set<String>?] = []

    /// The first such key of a text that is JSON, and where it appears again, in UTF-8 bytes from the beginning.
    static func first(in json: Data) -> (key: String, offset: Int)? {
        var search = RepeatedKeys(bytes: [UInt8](json))
        return search.run()
    }

    private mutating func run() -> (key: String, offset: Int)? {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"): open.append([])
            case UInt8(ascii: "["): open.append(nil)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: "\""):
                let end = endOfString(from: index)
                if isKey(before: end), note(text(of: index..<end)) == false { return (text(of: index..<end), index) }
                index = end - 1
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The index behind a string.
    private func endOfString(from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    /// Returns whether a colon follows a string.
    private func isKey(before end: Int) -> Bool {
        let next = bytes[end...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return next == UInt8(ascii: ":")
    }

    /// Notes a key of the innermost object; false when it is known there.
    private mutating func note(_ key: String) -> Bool {
        guard let last = open.indices.last else { return true }
        return open[last]?.insert(key).inserted ?? true
    }

    private func text(of range: Range<Int>) -> String {
        let data = Data(bytes[range])
        return (try? JSONDecoder().decode(String.self, from: data)) ?? String(decoding: data, as: UTF8.self)
    }
}
