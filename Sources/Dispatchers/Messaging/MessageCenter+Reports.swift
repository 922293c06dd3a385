extension MessageCenter {
    /// Tells the error handler of a handler that threw.
    func report(_ error: any Error, of observer: Observer, for message: any Sendable, from location: SourceLocation) {
        onError(DeliveryFailure(message: message, error: error, observedAt: observer.location, postedAt: location))
    }

    /// Drops a post that too many others led to.
    func refuse(_ message: some Sendable, from origin: Origin) {
        guard !origin.isReport, !Self.isReporting else { return }
        let links = origin.chain.map { PostCycle.Link(message: "\($0.type)", location: $0.location) }
        let cycle = PostCycle(chain: links)
        whileReporting(origin) {
            onError(DeliveryFailure(message: message, error: cycle, observedAt: nil, postedAt: origin.location))
        }
    }

    /// Tells the dead-letter handler that nobody received a message, unless it stems from such a report.
    func reportDeadLetter(_ message: some Sendable, from origin: Origin) {
        guard let onDeadLetter, !origin.isReport, !Self.isReporting else { return }
        whileReporting(origin) { onDeadLetter(DeadLetter(message: message, postedAt: origin.location)) }
    }

    private func whileReporting(_ origin: Origin, _ body: () -> Void) {
        takeTurn(on: nil) { turn in
            let outerOrigin = turn.origin
            turn.origin = origin.reported
            body()
            turn.origin = outerOrigin
        }
    }
}
