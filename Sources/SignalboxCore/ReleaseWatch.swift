import Synchronization

#if DEBUG
    /// Finds a registration that is released where it was made, in builds for debugging.
    ///
    /// A registration by mistake is one that is released, not cancelled, on the thread that made it, within the time of a few calls,
    /// while its center was not used. `_ = center.observe(…)` takes a microsecond. If the thread is suspended in between, nothing is reported.
    struct ReleaseWatch: Sendable {
        private static let limit = Duration.microseconds(50)

        private let thread = ThreadNumber.current
        private let start = ContinuousClock.now
        private let activity: UInt64

        init(_ target: any Cancellable) {
            activity = target.activity
        }

        /// Reports the target, if it was released where it was made and has not ended before.
        func check(_ target: any Cancellable) {
            guard target.activity == activity, thread == ThreadNumber.current else { return }
            if ContinuousClock.now - start < Self.limit { target.reportRelease() }
        }
    }
#else
    /// Finds nothing: a registration that is released where it was made is reported in builds for debugging.
    struct ReleaseWatch: Sendable {
        init(_ target: any Cancellable) {}

        func check(_ target: any Cancellable) {}
    }
#endif

#if DEBUG
    /// The number of times that something was used, counted in builds for debugging.
    package struct ActivityCount: ~Copyable, Sendable {
        private let count = Atomic<UInt64>(0)

        /// The number by now.
        package var value: UInt64 { count.load(ordering: .relaxed) }

        /// Counts a use.
        package func note() { count.add(1, ordering: .relaxed) }

        package init() {}
    }
#else
    /// Counts nothing: uses are counted in builds for debugging.
    @usableFromInline
    package struct ActivityCount: ~Copyable, Sendable {
        /// Always 0.
        package var value: UInt64 { 0 }

        /// Does nothing.
        @inlinable package func note() {}

        package init() {}
    }
#endif
