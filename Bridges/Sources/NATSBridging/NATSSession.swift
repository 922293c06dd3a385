import CNATS

/// A connection of the client library, and what belongs to it.
///
/// The library connects again by itself, to any server of the cluster, until the connection is closed.
final class NATSSession {
    /// The longest time that a call waits for an answer, in milliseconds.
    static let patience: Int64 = 3_000

    /// The subject on which connections announce that they have appended entries.
    private static let announcements = "signalbox.changed"

    let options: JetStreamOptions

    /// The context of the calls of JetStream.
    let context: OpaquePointer

    /// The readers of streams; a stream that several lanes read has one for each position.
    var consumers: [PullConsumer] = []

    private let connection: OpaquePointer
    private var announcing: OpaquePointer?

    /// Connects to a server.
    init(_ options: JetStreamOptions, onChange: (@Sendable () -> Void)?) throws(JetStreamError) {
        self.options = options
        let settings = try NATSSettings(options)
        var connection: OpaquePointer?
        try JetStreamError.check("connect", natsConnection_Connect(&connection, settings.pointer))
        guard let connection else { throw JetStreamError("connect: there is no connection") }
        var contextOptions = Self.callOptions
        var context: OpaquePointer?
        let status = natsConnection_JetStream(&context, connection, &contextOptions)
        guard status == NATS_OK, let context else {
            natsConnection_Destroy(connection)
            throw JetStreamError("connect", status)
        }
        self.connection = connection
        self.context = context
        if let onChange { try listen(onChange) }
    }

    deinit {
        for consumer in consumers { consumer.end() }
        // After this, its callback is called no more, and then the completion releases the closure.
        natsSubscription_Destroy(announcing)
        jsCtx_Destroy(context)
        natsConnection_Destroy(connection)
    }

    /// A Boolean value that indicates whether the library has given up the connection.
    var isClosed: Bool { natsConnection_IsClosed(connection) }

    /// The largest size of a message that the server accepts.
    var payloadLimit: Int { Int(natsConnection_GetMaxPayload(connection)) }

    /// Options of a call, with the time that it waits.
    static var callOptions: jsOptions {
        var options = jsOptions()
        // It fails for a null pointer alone.
        jsOptions_Init(&options)
        options.Wait = patience
        return options
    }

    /// Announces that entries were appended.
    ///
    /// An announcement may be lost: readers also ask by themselves.
    func announce() {
        _ = natsConnection_PublishString(connection, Self.announcements, "")
    }

    /// Calls a closure for each announcement.
    private func listen(_ onChange: @escaping @Sendable () -> Void) throws(JetStreamError) {
        let closure = Unmanaged.passRetained(ChangeHandler(onChange))
        let status = natsConnection_Subscribe(
            &announcing, connection, Self.announcements, ChangeHandler.receive, closure.toOpaque())
        guard status == NATS_OK else {
            closure.release()
            throw JetStreamError("subscribe", status)
        }
        // If this fails, the closure is never released: a thread of the library may still be using it.
        let completion = natsSubscription_SetOnCompleteCB(announcing, ChangeHandler.complete, closure.toOpaque())
        try JetStreamError.check("subscribe", completion)
    }
}
