#if canImport(Testing)
    import SignalboxCore
    import Testing

    extension Issue {
        /// A Boolean value that indicates whether the test fails because of the issue: it is neither known nor a warning.
        var failsTest: Bool {
            #if compiler(>=6.3)
                isFailure
            #else
                !isKnown
            #endif
        }
    }

    /// Records a warning of the current test.
    ///
    /// - Returns: `false` without a test.
    func warnTest(_ text: String, at location: SignalboxCore.SourceLocation) -> Bool {
        #if compiler(>=6.3)
            guard Test.current != nil else { return false }
            let place = Testing.SourceLocation(
                fileID: location.fileID, filePath: location.fileID, line: location.line, column: 1)
            Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: place)
            return true
        #else
            return false
        #endif
    }
#endif
