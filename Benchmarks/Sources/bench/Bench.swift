import Harness

/// Measures the package's operations, each against a baseline in the same process.
@main struct Bench {
    static func main() throws {
        startSecondThread()
        let report = Report()
        report.add(postingToNobody())
        for count in [1, 10, 100] { report.add(posting(to: count)) }
        report.add(postingToTenOfFoundation())
        for count in [0, 10, 1_000] { report.add(observing(among: count)) }
        for count in [0, 1, 3] { report.add(hooking(count)) }
        for benchmark in try lookingUp() + openingURLs() { report.add(benchmark) }
    }
}
