#if Macros
    /// An object that conforms to a protocol and records its calls, for tests.
    ///
    /// `@Dispatchable` writes one for a protocol:
    ///
    /// ```swift
    /// let recorder = LoginObserverRecorder()
    /// signIn(telling: recorder)
    /// #expect(recorder.calls.map(\.description) == ["didLogin(ada)"])
    /// ```
    public protocol ProtocolRecorder: AnyObject, Sendable {
        /// The recorded calls and the answers.
        nonisolated var recordedCalls: RecordedCalls { get }
    }

    extension ProtocolRecorder {
        /// The calls so far, in the order in which they began.
        public nonisolated var calls: [RecordedCall] { recordedCalls.calls }

        /// Sets the answer of later calls of one name.
        ///
        /// Without an answer, optional results are `nil` and collections are empty; a call with another result traps.
        ///
        /// - Parameters:
        ///   - name: The function with its labels, or the property.
        ///   - answer: The result, of the type that the function returns; or the error that it throws.
        public nonisolated func answer(
            _ name: String, with answer: @escaping @autoclosure @Sendable () throws -> any Sendable
        ) {
            recordedCalls.answer(name, with: answer)
        }
    }
#endif
