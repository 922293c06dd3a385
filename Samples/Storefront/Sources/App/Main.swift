import Dispatchers
import Foundation
import Hummingbird
import Logging
import ShopKit
import StateStorage
import Storage

/// Starts the shop, and prints its address.
@main struct Main {
    private static let usage =
        "usage: storefront [--port <number>] [--database <file>] [--explain] [--inspect] [--no-steps] [--log <connection>]"

    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            let database = try Database(at: options.database)
            let counts = options.openCounts()
            var storefront = try await Storefront(
                database: database, keepingCountsIn: counts, over: try options.openLog(),
                isShowingSteps: options.isShowingSteps)
            storefront.isExplaining = options.isExplaining
            if options.isInspecting { try await storefront.inspect() }
            try await storefront.serve(port: try options.freePort())
            try await counts?.close()
        } catch {
            FileHandle.standardError.write(Data("storefront: \(error)\n\(usage)\n".utf8))
            exit(1)
        }
    }
}
