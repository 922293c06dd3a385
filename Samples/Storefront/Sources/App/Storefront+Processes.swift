package import Bridging
import Dispatchers
import Foundation
import ShopKit
import Storage

/// The log by which the processes of the shop talk.
package enum ShopLog: Sendable {
    /// A log in the shop's database, so that orders are announced in their own transaction.
    case inDatabase(any TransactionalLog)

    /// A log elsewhere.
    case elsewhere(any MessageLog)

    var log: any MessageLog {
        switch self {
        case .inDatabase(let log): log
        case .elsewhere(let log): log
        }
    }
}

/// All that the processes of the shop tell each other.
///
/// Products, orders, carts and the stock are in the database, which all of them use.
final class ShopBridge: Sendable {
    /// The time after which an order without a confirmation is announced again.
    private static let patience = Duration.seconds(60)

    private let bridge: MessageBridge

    /// Announces orders: with a center of its own, so that they are received by the process that mails, and by no other.
    private let outbox: MessageBridge
    private let database: Database
    private let log: ShopLog

    /// Connects the centers of the shop to the log.
    ///
    /// - Throws: A `BridgeError`.
    init(from shop: Shop, over log: ShopLog, beside database: Database) throws {
        self.database = database
        self.log = log
        var options = BridgeOptions()
        // When the process that mails has died, another one mails after this time.
        options.lease = .seconds(2)
        options.retention = .last(10_000)
        bridge = MessageBridge(shop.messages, states: shop.states, over: log.log, as: "shop", options: options)
        try bridge.share(.sale, as: "sale")
        try bridge.share(.isMembersOnly, as: "door")
        try bridge.carry(StockChanged.self, as: "stock")
        try bridge.carry(ConfirmationDue.self, as: "confirmations", .incoming, group: "mail")
        outbox = MessageBridge(MessageCenter(), over: log.log, as: "shop", options: options)
        try outbox.carry(ConfirmationDue.self, as: "confirmations", .outgoing)
        shop.messages.observe(RemoteDeadLetter.self, by: self) { _, letter in
            Self.report("not handled: \(letter)")
        }
        guard case .elsewhere = log else { return }
        shop.messages.observe(OrderPlaced.self, by: self) { bridge, placed async throws in
            try await bridge.outbox.deliver(ConfirmationDue(for: placed.order.number, of: placed.order.user))
        }
    }

    /// The statement that announces an order in the transaction that stores it; `nil` where the log is elsewhere.
    var announcement: OrderAnnouncement? {
        guard case .inDatabase = log else { return nil }
        return { [outbox] order in try outbox.statement(for: ConfirmationDue(for: order.number, of: order.user)) }
    }

    /// Carries until the task is cancelled.
    ///
    /// - Throws: A `BridgeError` if it runs already, or an error of the database.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { [bridge, outbox] group in
            group.addTask { try await bridge.run() }
            group.addTask { try await outbox.run() }
            group.addTask { try? await self.keepAnnouncing() }
            try await group.waitForAll()
        }
    }

    /// Announces orders again whose mail has failed, or whose announcement was lost with a process, between the database and a log that
    /// is elsewhere.
    private func keepAnnouncing() async throws {
        while !Task.isCancelled {
            do {
                try await announceAgain()
            } catch {
                Self.report("orders are not announced again: \(error)")
            }
            try await Task.sleep(for: Self.patience)
        }
    }

    private func announceAgain() async throws {
        let moment = Date(timeIntervalSinceNow: -(Self.patience / .seconds(1)))
        for due in try await database.unconfirmed(placedBefore: moment) { try await outbox.deliver(due) }
    }

    private static func report(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
