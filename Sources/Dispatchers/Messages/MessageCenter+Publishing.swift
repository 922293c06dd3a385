package import SignalboxCore

extension MessageCenter {
    /// Posts a message, and waits until all subscribers have handled it.
    ///
    /// One subscriber after the other gets the message, by priority and then in the order of registration, wherever it runs:
    /// the next one when the one before has returned. An asynchronous handler first handles the messages that wait for it. A sequence
    /// has the message once it is in its buffer. Messages that handlers post meanwhile are delivered at the end. Up to 65,536 wait so.
    ///
    /// Called in an asynchronous handler, it waits for no asynchronous handler: the message is left in their queues, and counts
    /// as delivered, or as dropped by a queue that is full. So handlers that publish to one another never wait for each other.
    /// That does not apply in tasks that the handler makes with `Task.detached` and waits for, nor to the messages that
    /// `DeliveryStage.settled` waits for: do not wait for that in a handler that the message leads to.
    ///
    /// ```swift
    /// let report = await center.publish(WillLogOut())
    /// ```
    ///
    /// - Parameters:
    ///   - message: The message. Subscribers of its type, its protocols, its superclasses and its optional types receive it.
    ///   - subject: The object that it is about. Subscribers to messages about another object do not receive it.
    ///   - stage: The stage to wait for. Asynchronous handlers that post to one another without end never settle.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The numbers of subscribers that handled and missed the message, and the errors. The center's error handler is not
    ///   called with errors of the report.
    @discardableResult
    public func publish<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)? = nil, until stage: DeliveryStage = .handled,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) async -> DeliveryReport {
        await publish(message, about: subject, until: stage, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Posts a message from a location, as a bridge does, and waits until all subscribers have handled it.
    package func publish<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)? = nil, until stage: DeliveryStage = .handled,
        isolation: isolated (any Actor)? = #isolation, at location: SourceLocation
    ) async -> DeliveryReport {
        let event = hub.trace.begin(TraceEvent(.post, of: Message.self, at: location, in: hub.name))
        hub.trace.describe(event, [message])
        let settling = stage == .settled ? WaitGroup() : nil
        let accepted = hub.trace.within(event) { accept(message, about: subject, settling, at: location) }
        var report = DeliveryReport(isAccepted: false)
        if let accepted {
            report = await Publication.deliver(accepted, until: stage, on: isolation)
        } else if hub.isClosed {
            hub.trace.mark(event, .refused("the center is closed"))
        }
        await settling?.wait()
        hub.trace.end(event)
        return withExtendedLifetime(subject) { report }
    }

    /// Refuses a type in place of a message: it does not compile without `try`, and throws.
    @available(*, deprecated, message: "this publishes a type: publish a message of it, such as publish(Saved())")
    @discardableResult
    public func publish<Message: SendableMetatype>(
        _ type: Message.Type, about subject: (any AnyObject & Sendable)? = nil, until stage: DeliveryStage = .handled,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) async throws -> DeliveryReport {
        throw DeliveryFailure(ofType: type, at: SourceLocation(fileID: fileID, line: line))
    }

    private func accept<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)?, _ settling: WaitGroup?,
        at location: SourceLocation
    ) -> AcceptedMessage? {
        var accepted: AcceptedMessage?
        let topic: Topic = hub.messageTopic(of: Message.self)
        let subject = subject.map { UnretainedReference($0) }
        ValueAddress.lend(message) { value in
            let posting = Posting(value: value, topic: UnretainedReference(topic), location: location, subject: subject)
            hub.open(posting) { opened in
                var cause = Cause(of: opened.topic.object, at: location, on: .current)
                if let settling { cause.settling = settling }
                accepted = hub.accept(opened, because: cause)
            }
        }
        return accepted
    }
}
