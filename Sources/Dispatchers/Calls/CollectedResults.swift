/// The results and errors of the receivers of one call, in their order.
struct CollectedResults<Result> {
    var results: [Result] = []
    var failures: [DeliveryFailure] = []

    /// Combines the results by a rule, unless the policy is to throw the errors of receivers.
    func output<Output>(
        by rule: CallRule<Result, Output>, failing policy: CallFailurePolicy, in hub: Hub
    ) throws -> Output {
        switch policy {
        case .stopAtFirst: if let first = failures.first { throw first.error }
        case .throwAtEnd: if !failures.isEmpty { throw CallFailures(failures: failures) }
        case .report: for failure in failures { hub.policy.onError(failure) }
        }
        return rule.output(results)
    }
}
