import ArgumentParser
import Harness
import Operations

@main struct Peers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures everything that bench does, and against what others offer for the same work.")

    @OptionGroup private var options: ReportOptions

    func run() async throws {
        let peers =
            [try await lookingUpAmongPeers(), try openingURLsAmongPeers()] + [1, 10, 100].map(postingAmongPeers)
        try options.run(try await operations() + peers)
    }
}
