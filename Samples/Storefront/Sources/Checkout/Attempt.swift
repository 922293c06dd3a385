import Dispatchers
import ShopKit

/// The token of the next order of a customer.
///
/// Every page on which the customer can pay has it, in all tabs and browsers, until the order is placed.
enum Attempt {
    /// Makes a token, unless there is one.
    static func begin(in customer: ObserverCenter) {
        customer.update(.attempt) { token in
            if token.isEmpty { token = String(UInt64.random(in: .min ... .max), radix: 36) }
        }
    }

    /// Ends the attempt of a token, unless another one has begun.
    static func end(_ token: String, in customer: ObserverCenter) {
        customer.update(.attempt) { current in
            if current == token { current = "" }
        }
    }
}
