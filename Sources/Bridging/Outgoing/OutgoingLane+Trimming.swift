// The task that removes old entries.

extension OutgoingLane {
    /// The number of entries of this process after which the stream is trimmed.
    static let trimCount: UInt64 = 1_024

    /// Trims the stream now, after every 1,024 entries of this process, and from time to time, until the task is cancelled.
    ///
    /// Programs that run for a short time append few entries each, and a transaction of the app appends entries that the queue does not
    /// count.
    func keepTrimming(_ log: any MessageLog, by time: Timekeeper) async {
        guard let retention = options.retention else { return }
        while !Task.isCancelled {
            let count = trimSignal.count
            await trim(log, keeping: retention)
            await trimSignal.wait(after: count, atMost: options.trimInterval, by: time)
        }
    }

    private func trim(_ log: any MessageLog, keeping retention: LogRetention) async {
        do {
            try await log.trim(stream, keeping: retention)
            state.withLock { $0.trimFailure = nil }
        } catch {
            if Task.isCancelled { return }
            state.withLock { $0.trimFailure = "\(error)" }
        }
    }
}
