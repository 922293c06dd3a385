import Dispatchers
package import ShopKit

/// Mails a confirmation of each order.
///
/// It does not know whether this process has taken the order, or another one.
package final class Mail: Feature {
    private let mailbox: any Mailbox

    package init(in shop: Shop, to mailbox: any Mailbox) {
        self.mailbox = mailbox
        shop.messages.observe(ConfirmationDue.self, by: self) { mail, due async throws in
            try await mail.mailbox.mail(due)
        }
    }
}
