import Foundation

/// Reads the lines that have arrived, so that an answer does not wait for the next line.
struct LineReader {
    /// A line without its end.
    struct Line {
        let bytes: Data

        /// A Boolean value that indicates whether the line has only spaces and tabs.
        var isBlank: Bool { bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

        init(_ bytes: Data) {
            self.bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        }
    }

    private let file: FileHandle
    private var rest = Data()
    private var isAtEnd = false

    init(_ file: FileHandle) { self.file = file }

    /// Returns the lines that have arrived, or `nil` at the end.
    mutating func next() throws -> [Line]? {
        while !isAtEnd {
            guard let chunk = try read(), !chunk.isEmpty else {
                isAtEnd = true
                return rest.isEmpty ? nil : [Line(rest)]
            }
            // Only what is new is searched, so that a long line costs no more than its length.
            guard let end = chunk.lastIndex(of: UInt8(ascii: "\n")) else {
                rest += chunk
                continue
            }
            let whole = rest + chunk[..<end]
            rest = Data(chunk[chunk.index(after: end)...])
            return whole.split(separator: UInt8(ascii: "\n")).map { Line($0) }
        }
        return nil
    }

    private func read() throws -> Data? {
        do {
            return try file.read(upToCount: 1 << 16)
        } catch {
            throw Failure("Standard input cannot be read.")
        }
    }
}
