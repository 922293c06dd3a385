import ArgumentParser
import Foundation
import Routing

/// Writes the files by which systems know which URLs of a web site an app opens.
struct Links: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints apple-app-site-association and assetlinks.json for the web site among the origins.",
        discussion: """
            With both --apple and --android, the first comes before the second. Standard error says which rules match more \
            URLs than their route, one sentence a line.
            """)

    @OptionGroup var table: TableFile

    @Option(help: ArgumentHelp("An app of Apple's systems: team, dot, bundle; may be repeated.", valueName: "app"))
    var apple: [String] = []

    @Option(
        help: ArgumentHelp(
            "An Android app: package, colon, SHA-256 fingerprint; may be repeated.", valueName: "app"))
    var android: [String] = []

    @Option(help: ArgumentHelp("The host, if the origins have several.", valueName: "host"))
    var host: String?

    @Flag(help: "Match letters in any case, as a router does that ignores case.")
    var ignoringCase = false

    func run() throws {
        guard !apple.isEmpty || !android.isEmpty else {
            throw ValidationError("Missing an app: --apple, --android or both.")
        }
        let list = try table.read()
        do {
            var files: [LinkFile] = []
            if !apple.isEmpty {
                files.append(try list.appleAppSiteAssociation(for: apple, at: host, ignoringCase: ignoringCase))
            }
            if !android.isEmpty {
                files.append(try list.assetLinks(for: androidApps(), at: host, ignoringCase: ignoringCase))
            }
            write(files)
        } catch let error as LinkFileError {
            throw Failure("\(error)")
        }
    }

    /// The Android apps, each package once with all its fingerprints.
    private func androidApps() throws -> [AndroidApp] {
        var packages: [(name: String, fingerprints: [String])] = []
        for app in android {
            let parts = app.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let fingerprint = parts.count == 2 ? parts[1] : ""
            if let index = packages.firstIndex(where: { $0.name == parts[0] }) {
                packages[index].fingerprints.append(fingerprint)
            } else {
                packages.append((parts[0], [fingerprint]))
            }
        }
        return try packages.map { try AndroidApp($0.name, fingerprints: $0.fingerprints) }
    }

    private func write(_ files: [LinkFile]) {
        for file in files { print(JSONText.printable(file.json)) }
        var seen: Set<String> = []
        for note in files.flatMap(\.notes) where seen.insert(note).inserted { report(note) }
    }
}
