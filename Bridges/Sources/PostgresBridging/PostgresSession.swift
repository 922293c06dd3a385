/// A connection during some calls that end together.
struct PostgresSession {
    let link: PostgresLink
    let limit: CallLimit

    /// Runs statements without parameters.
    func execute(_ sql: String) throws {
        try link.execute(sql, within: limit)
    }

    /// Runs a statement, and returns its rows.
    func rows<Row>(
        _ sql: String, _ values: [PostgresValue] = [], _ transform: (PostgresRow) throws -> Row
    ) throws -> [Row] {
        try link.rows(sql, values, within: limit, transform)
    }

    /// Runs a statement.
    ///
    /// - Returns: The number of rows that it returns.
    @discardableResult
    func run(_ sql: String, _ values: [PostgresValue] = []) throws -> Int {
        try rows(sql, values) { _ in }.count
    }

    /// Runs statements that are committed together, or none of them.
    func inTransaction(_ body: () throws -> Void) throws {
        try execute("BEGIN")
        // After an error, the connection is closed, which ends the transaction.
        try body()
        try execute("COMMIT")
    }
}
