import Harness

/// What the package does, each operation beside what it is measured against.
public func operations() async throws -> [Benchmark] {
    var benchmarks = [postingToNobody()] + [1, 10, 100].map(posting)
    benchmarks += [postingToOwners(10), postingFromTwoThreads(), await postingAcross(), postingToTenOfFoundation()]
    benchmarks += [0, 10, 100, 1_000].map(observing)
    benchmarks += [setting(with: 10), reading(), calling(10), callingOwners(10)]
    benchmarks += [hookingNothing()] + [1, 3].map(hooking) + [1, 3].map(hookingAround) + [hookingProtocols()]
    return benchmarks + (try lookingUp()) + (try openingURLs())
}
