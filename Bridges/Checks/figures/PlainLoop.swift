/// A loop that appends messages with the client of an engine alone, as an app without a bridge would.
protocol PlainLoop {
    /// Appends a batch, and returns when it is durable.
    func append(_ payloads: [[UInt8]]) throws
}
