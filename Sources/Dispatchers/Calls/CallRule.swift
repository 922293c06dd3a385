/// A rule that combines the results of several receivers.
public struct CallRule<Result, Output>: Sendable {
    /// Returns whether no other receiver need be called after a result; `nil` where all are needed.
    private var isEnough: (@Sendable (Result) -> Bool)?

    /// Combines the results.
    let output: @Sendable ([Result]) -> Output

    private init(isEnough: (@Sendable (Result) -> Bool)? = nil, output: @escaping @Sendable ([Result]) -> Output) {
        self.isEnough = isEnough
        self.output = output
    }

    /// Returns whether no other receiver need be called after a result.
    func ends(with result: Result) -> Bool { isEnough?(result) ?? false }

    /// Combines all results, in the order of the receivers.
    public static func reduce(
        _ initial: Output, _ combine: @escaping @Sendable (Output, Result) -> Output
    ) -> Self where Output: Sendable {
        Self(output: { $0.reduce(initial, combine) })
    }

    /// The first result that is not `nil`.
    ///
    /// Later receivers are not called.
    public static func firstNonNil<Wrapped>() -> Self where Result == Wrapped?, Output == Wrapped? {
        Self(isEnough: { $0 != nil }, output: { $0.lazy.compactMap { $0 }.first })
    }
}

extension CallRule where Output == [Result] {
    /// All results, in the order of the receivers.
    public static var all: Self { Self(output: { $0 }) }
}

extension CallRule where Output == Result? {
    /// The result of the first receiver.
    ///
    /// Others are not called.
    public static var first: Self { Self(isEnough: { _ in true }, output: { $0.first }) }
}
