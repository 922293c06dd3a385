import Harness
import Workloads

/// What the package does, each operation beside what it is measured against.
public func operations() throws -> [Benchmark] {
    try messages() + states() + calls() + hooks() + routes()
}

private func messages() -> [Benchmark] {
    let ten = posting(to: 10).adding(
        foundationPosts(to: 10),
        .atMost(0.1, stretch: 0.05, of: "NotificationCenter"),
        .atMost(0.1, stretch: 0.05, of: "NotificationCenter, userInfo"),
        .atMost(0.1, stretch: 0.05, of: "NotificationCenter, MainActorMessage"))
    var benchmarks = [postingToNobody(), posting(to: 1).adding(foundationPosts(to: 1)), ten.pictured()]
    benchmarks += [posting(to: 100).adding(foundationPosts(to: 100)), deliveriesAmongMany()]
    benchmarks += [postingToOwners(10), postingFromTwoThreads().uncounted(), postingAcross().pictured()]
    benchmarks += [0, 10, 100, 1_000].map { $0 == 10 ? observing(among: $0).pictured() : observing(among: $0) }
    benchmarks += [observingAmongMany(), keepingObservers(), tracing(), retainingOwners()]
    benchmarks += [postingKinds(to: 1), postingKinds(to: 10), postingSpecially(), postingToOneUnlikeTheOthers()]
    return benchmarks + [postingFirst(), requesting(), postingToActors(), launching()] + tellingOnMainActor()
}

private func states() -> [Benchmark] {
    [setting(with: 10), reading().pictured(), updating(with: 10), updating(with: 100), appending()]
        + parts() + [observingStates()]
}

private func calls() -> [Benchmark] {
    [calling(10).pictured(), callingOwners(10), collecting(from: 10), lookingUpServices()]
}

private func hooks() -> [Benchmark] {
    let hooked = [1, 3].map { hooking($0) } + [1, 3].map { hookingAround($0) }
    let asynchronous = [hookingAsynchronously(), hookingAsynchronouslyOnActors()]
    let shapes = [hookingNothingOnActors()] + asynchronous + [hookingSome(), sendingMoments()]
    return [hookingNothing().pictured()] + hooked + [hookingProtocols()] + shapes
}

private func routes() throws -> [Benchmark] {
    let github = try lookingUp().adding(scans(of: .github)).pictured()
    let growing = [try lookingUp(as: "flat", Paths.flat), try lookingUp(as: "grouped", Paths.grouped)]
    let making = [try registering(), try readingTables()] + (try keepingRoutes())
    let opened = try openingURLs() + [try openingAsJLRoutes().pictured(), try opening(), registeringOneByOne()]
    let special = [try lookingUpSpecially(), try missing(), try readingMatches()] + (try lookingUpLongPaths())
    return [github] + growing + special + making + opened
}
