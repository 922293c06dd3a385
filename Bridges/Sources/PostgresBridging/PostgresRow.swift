import CPostgreSQL

/// A row of a result, whose values are in the binary form of PostgreSQL.
struct PostgresRow {
    private let result: OpaquePointer
    private let index: Int32

    init(_ index: Int32, of result: OpaquePointer) {
        self.index = index
        self.result = result
    }

    func isNull(_ column: Int32) -> Bool { PQgetisnull(result, index, column) == 1 }

    /// The bytes of a column; none for a null.
    func bytes(_ column: Int32) -> [UInt8] { Array(buffer(column)) }

    /// The text of a column; empty for a null.
    func text(_ column: Int32) -> String { String(decoding: buffer(column), as: UTF8.self) }

    /// The number of a column, of two to eight bytes; 0 for a null.
    func integer(_ column: Int32) -> Int64 {
        let buffer = buffer(column)
        guard let first = buffer.first else { return 0 }
        let sign: Int64 = first & 0x80 == 0 ? 0 : -1
        return buffer.reduce(sign) { $0 << 8 | Int64($1) }
    }

    private func buffer(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = PQgetvalue(result, index, column)
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, index, column)))
    }
}
