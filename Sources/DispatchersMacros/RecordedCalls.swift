#if Macros
    import Dispatchers

    /// The recorded calls of a recorder, and its answers.
    public final class RecordedCalls: Sendable {
        private struct State: Sendable {
            var calls: [RecordedCall] = []
            var answers: [String: @Sendable () throws -> any Sendable] = [:]
        }

        private let state = Protected(State())

        /// Creates a record without calls and answers.
        public init() {}

        var calls: [RecordedCall] { state.withLock { $0.calls } }

        func answer(_ name: String, with answer: @escaping @Sendable () throws -> any Sendable) {
            let old = state.withLock { $0.answers.updateValue(answer, forKey: name) }
            withExtendedLifetime(old) {}
        }

        /// Records a call and returns its answer; used by the code of `@Dispatchable`.
        public func note<Result>(_ name: String, _ arguments: [String] = []) -> Result {
            do {
                return try note(name, arguments, throwing: (any Error).self)
            } catch {
                preconditionFailure("\(name) does not throw, but was set up to throw \(error)")
            }
        }

        /// Records a call that may throw, and returns its answer; used by the code of `@Dispatchable`.
        public func note<Result, Failure: Error>(
            _ name: String, _ arguments: [String] = [], throwing type: Failure.Type
        ) throws(Failure) -> Result {
            let answer = state.withLock { state in
                state.calls.append(RecordedCall(name: name, arguments: arguments))
                return state.answers[name]
            }
            do {
                let value: Any = if let answer { try answer() } else { Self.nothing(Result.self) }
                guard let result = value as? Result else {
                    preconditionFailure("\(name) has no answer of type \(Result.self); give it one")
                }
                return result
            } catch let error as Failure {
                throw error
            } catch {
                preconditionFailure("\(name) throws \(type), but was set up to throw \(error)")
            }
        }

        /// The default result.
        private static func nothing<Result>(_ type: Result.Type) -> Any {
            if type == Void.self { return () }
            if let optional = type as? any ExpressibleByNilLiteral.Type { return optional.init(nilLiteral: ()) }
            if let collection = type as? any RangeReplaceableCollection.Type { return collection.init() }
            return Absent()
        }

        private struct Absent {}
    }
#endif
