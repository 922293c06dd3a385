#if Macros
    /// The receivers that a dispatcher calls, and how their results are combined.
    ///
    /// The macro reads the expression; it is never evaluated.
    public struct CallDelivery: Sendable {
        /// All receivers; the default of a requirement without a result.
        public static let each = CallDelivery()

        /// The receivers that run on the caller's isolation.
        ///
        /// The others are reported to the center's error handler. The arguments need not be `Sendable`.
        public static let here = CallDelivery()

        /// The first receiver; `nil` if there is none, so the result must be optional.
        public static let first = CallDelivery()

        /// The first receiver that does not return `nil`.
        public static let firstNonNil = CallDelivery()

        /// All receivers; their arrays are concatenated.
        public static let all = CallDelivery()

        /// The first receiver, or the value if there is none.
        public static func first<Output>(or output: Output) -> CallDelivery { CallDelivery() }

        /// All receivers; their results are combined, beginning with the value.
        public static func reduce<Output>(
            _ initial: Output, _ combine: @Sendable (Output, Output) -> Output
        ) -> CallDelivery { CallDelivery() }
    }
#endif
