import Foundation
import GRDB
package import ShopKit

extension Database: Mailbox {
    /// Stores a mail: the sample has no server for mail.
    package func mail(_ due: ConfirmationDue) async throws {
        try await pool.write { database in
            try database.execute(
                sql: "INSERT OR IGNORE INTO mail (orderNumber, user, sent, process) VALUES (?, ?, ?, ?)",
                arguments: [due.order, due.user, Date(), ProcessInfo.processInfo.processIdentifier])
        }
    }

    /// The orders without a confirmation.
    package func unconfirmed() async throws -> [ConfirmationDue] {
        try await pool.read { database in
            let sql = "SELECT number, user FROM placedOrder WHERE number NOT IN (SELECT orderNumber FROM mail)"
            return try Row.fetchAll(database, sql: sql).map { ConfirmationDue(for: $0["number"], of: $0["user"]) }
        }
    }
}
