/// All receivers that threw during one call, in their order.
public struct CallFailures: Error, CustomStringConvertible {
    /// The failures, at least one.
    public let failures: [DeliveryFailure]

    /// One line for each failure.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}
