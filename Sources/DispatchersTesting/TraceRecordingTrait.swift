#if canImport(Testing)
    public import Dispatchers
    public import Testing

    /// A trait that prints what happened in a test, as a tree of causes and effects, if the test fails.
    ///
    /// ```swift
    /// @Test(.recordsTrace) func picksAnItem() async {
    ///     center.post(ItemPicked(name: "lamp"))
    ///     #expect(states[.cart] == ["lamp"])
    /// }
    /// ```
    ///
    /// It records the posts, sets, calls, hooks and openings that the test makes and those that they lead to, of all centers, routers
    /// and lifecycles with the trace of the trait: by default `Trace.shared`, which they have as well. Tests that run in parallel
    /// share a trace, and each prints its own events alone. Work without a cause in the test, such as that of a detached task, is not
    /// printed. A test that passes prints nothing, nor does one whose issues are known or warnings.
    ///
    /// The trace is started for as long as tests with the trait run. If it was on before, it stays on.
    public struct TraceRecordingTrait: TestTrait, SuiteTrait, TestScoping {
        private let trace: Trace
        private let write: @Sendable (String) -> Void

        /// A suite with the trait applies it to each of its tests.
        public var isRecursive: Bool { true }

        package init(of trace: Trace, writing write: @escaping @Sendable (String) -> Void) {
            self.trace = trace
            self.write = write
        }

        /// Runs a test inside an event of the trace, and prints the tree below it if the test fails.
        ///
        /// - Parameters:
        ///   - test: The test.
        ///   - testCase: The arguments of the test.
        ///   - function: The test's body.
        /// - Throws: The error of the body.
        @concurrent public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
        ) async throws {
            let name = test.displayName ?? test.name
            let issues = Recording<Void>()
            let noting = IssueHandlingTrait.compactMapIssues { issue in
                if issue.failsTest { issues.append(()) }
                return issue
            }
            TraceUse.begin(of: trace)
            defer { TraceUse.end(of: trace) }
            let root = trace.begin(TraceEvent(.span, of: name, at: SourceLocation()))
            do {
                try await trace.run(root) {
                    try await noting.provideScope(for: test, testCase: testCase, performing: function)
                }
            } catch {
                print(name, root)
                throw error
            }
            if !issues.values.isEmpty { print(name, root) }
        }

        private func print(_ name: String, _ root: Trace.Cause?) {
            let tree = root.flatMap { trace.tree(below: $0) }
            write("The trace of the test “\(name)”:\n\(tree ?? "  It was overwritten by later events.")")
        }
    }

    extension Trait where Self == TraceRecordingTrait {
        /// Prints the tree of the test's events in the shared trace, if the test fails.
        public static var recordsTrace: Self { .recordsTrace(of: .shared) }

        /// Prints the tree of the test's events in a trace, if the test fails.
        ///
        /// - Parameter trace: The trace of the test's centers, which tests may share.
        /// - Returns: The trait.
        public static func recordsTrace(of trace: Trace) -> Self {
            TraceRecordingTrait(of: trace) { writeTextToStandardError($0) }
        }
    }
#endif
