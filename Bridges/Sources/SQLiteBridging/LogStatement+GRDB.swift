public import Bridging
import Foundation
public import GRDB

extension LogStatement {
    /// The values of the parameters, for GRDB.
    ///
    /// ```swift
    /// let statement = try bridge.statement(for: OrderPlaced(number: 7))
    /// try database.execute(sql: statement.sql, arguments: statement.arguments)
    /// ```
    public var arguments: StatementArguments {
        // GRDB converts values of one type through a key path, which takes longer than the insertion.
        let values: [(any DatabaseValueConvertible)?] = values.map { $0.databaseValue }
        return StatementArguments(values)
    }
}

extension LogStatement.Value {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .text(let text): text.databaseValue
        case .integer(let number): number.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        case .null: .null
        }
    }
}
