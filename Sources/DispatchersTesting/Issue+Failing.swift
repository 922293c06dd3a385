#if canImport(Testing)
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
#endif
