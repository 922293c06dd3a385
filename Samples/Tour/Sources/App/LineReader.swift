import Foundation

/// The lines of a file, none of them kept beyond a limit.
struct LineReader {
    enum Line {
        case text(String)
        case tooLong
        case notText
    }

    /// The file could not be read.
    struct Failure: Error, CustomStringConvertible {
        let description = "the input cannot be read"
    }

    private static let limit = 64 * 1024

    private let file: Int32
    private var chunk: [UInt8] = []
    private var position = 0

    /// Reads an open file, by its descriptor.
    init(_ file: Int32) { self.file = file }

    /// The next line without its end, or `nil` at the end of the file.
    mutating func next() throws(Failure) -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        while true {
            if position == chunk.count {
                chunk = try readChunk()
                position = 0
                if chunk.isEmpty, line.isEmpty, !isTooLong { return nil }
            }
            let end = chunk[position...].firstIndex(of: UInt8(ascii: "\n"))
            let part = chunk[position..<(end ?? chunk.count)]
            isTooLong = isTooLong || line.count + part.count > Self.limit
            line = isTooLong ? [] : line + part
            position = end.map { $0 + 1 } ?? chunk.count
            if end != nil || chunk.isEmpty {
                if isTooLong { return .tooLong }
                return String(validating: line, as: UTF8.self).map { .text($0) } ?? .notText
            }
        }
    }

    /// The bytes that have arrived, so that each typed line is answered at once.
    private func readChunk() throws(Failure) -> [UInt8] {
        var count = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.limit) { buffer, used in
            repeat { count = read(file, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
            used = max(0, count)
        }
        guard count >= 0 else { throw Failure() }
        return bytes
    }
}
