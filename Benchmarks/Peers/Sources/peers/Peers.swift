import ArgumentParser
import Harness
import Operations
import Workloads

@main struct Peers: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures everything that bench does, and against what others offer for the same work.")

    @OptionGroup private var options: ReportOptions

    func run() throws { try options.run(try benchmarks()) }
}

/// What the package does, with what others offer for the same work.
private func benchmarks() throws -> [Benchmark] {
    var others = others()
    let benchmarks = try operations().map { others.removeValue(forKey: $0.name)?($0) ?? $0 }
    precondition(others.isEmpty, "no operation has the name of \(others.keys.sorted())")
    return benchmarks
}

/// What is added to the operation of a name.
private func others() -> [String: (Benchmark) -> Benchmark] {
    var others: [String: (Benchmark) -> Benchmark] = [
        "memory of an observer": { $0.adding([keepingSubscribers()]) },
        "memory of a route, GitHub": { $0.adding([keepingRoutes(of: .github)]) },
        "a state with 10 observers": {
            $0.adding([openCombineState(to: 10)], .atMost(0.5, of: "OpenCombine, CurrentValueSubject"))
        },
        "observing and cancelling a state": {
            $0.adding([observingOpenCombineState()], .atMost(1.5, of: "OpenCombine, CurrentValueSubject"))
        },
        "a path among 142, GitHub": {
            $0.adding(
                otherRouters(among: .github), .atMost(1.0 / 25, stretch: 1.0 / 40, of: "Hummingbird, RouterTrie"))
        },
    ]
    for count in [1, 100] { others["a message to \(count)"] = { $0.adding([openCombine(to: count)]) } }
    others["a message to 10"] = {
        $0.adding(
            [openCombine(to: 10)], .atMost(1.0 / 20, stretch: 1.0 / 40, of: "OpenCombine, PassthroughSubject"))
    }
    return others
}
