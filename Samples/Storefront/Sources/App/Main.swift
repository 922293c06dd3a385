import Dispatchers
import Foundation
import Hummingbird
import Logging
import ShopKit
import StateStorage
import Storage

/// Starts the shop, and prints its address.
@main struct Main {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            if options.isAskingForHelp {
                print(Options.help)
                return
            }
            try await run(options)
        } catch let mistake as Options.Mistake {
            fail("\(mistake)\n\n\(Options.help)", status: 2)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    private static func run(_ options: Options) async throws {
        let port = try options.freePort()
        let database = try Database(at: options.database)
        let counts = options.openCounts()
        var storefront = try await Storefront(
            database: database, keepingCountsIn: counts, over: try options.openLog(),
            isShowingSteps: options.isShowingSteps)
        storefront.isExplaining = options.isExplaining
        storefront.hosts = Hosts(options.hosts)
        if options.isInspecting { try await storefront.inspect() }
        try await storefront.serve(port: port)
        try await counts?.close()
    }

    private static func fail(_ text: String, status: Int32) {
        FileHandle.standardError.write(Data("storefront: \(text)\n".utf8))
        exit(status)
    }
}
