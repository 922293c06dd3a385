package import Foundation
import GRDB
package import ShopKit

extension Database: Mailbox {
    /// Stores a mail: the sample has no server for mail.
    ///
    /// A confirmation that is due again, since a process was killed before it had stored its position, is counted and not mailed.
    package func mail(_ due: ConfirmationDue) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO mail (orderNumber, user, sent, process) VALUES (?, ?, ?, ?)
                    ON CONFLICT (orderNumber) DO UPDATE SET tries = tries + 1
                    """,
                arguments: [due.order, due.user, Date(), ProcessInfo.processInfo.processIdentifier])
        }
    }

    /// The orders that were placed before a moment, and have no confirmation.
    package func unconfirmed(placedBefore moment: Date) async throws -> [ConfirmationDue] {
        try await read { database in
            let sql = """
                SELECT number, user FROM placedOrder
                WHERE placed < ? AND number NOT IN (SELECT orderNumber FROM mail)
                """
            let rows = try Row.fetchAll(database, sql: sql, arguments: [moment])
            return rows.map { ConfirmationDue(for: $0["number"], of: $0["user"]) }
        }
    }
}
