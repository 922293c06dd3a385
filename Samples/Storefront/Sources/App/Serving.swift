import Dispatchers
import Foundation
package import Hummingbird
package import HummingbirdCore
import Inspector
import Logging
import Pages
import ShopKit
import Storage

extension Storefront {
    /// A connection that sends nothing for 30 seconds, or not the whole head of a request, is closed.
    package static let connections = HTTP1Channel.Configuration(idleTimeout: .seconds(30))

    private static var logger: Logger {
        var logger = Logger(label: "storefront")
        logger.logLevel = .error
        return logger
    }

    /// The shop as a server.
    package func application(
        port: Int = 0, connections: HTTP1Channel.Configuration = Self.connections,
        clock: any Clock<Duration> = .continuous,
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let logger = Self.logger
        var answering = Answering(storefront: self) { [logger] line in logger.error("\(line)") }
        answering.hosts = hosts
        answering.clock = clock
        var connections = connections
        connections.additionalChannelHandlers = { [ConnectionGuard()] }
        return Application(
            responder: CallbackResponder { [answering] (request: Hummingbird.Request, context: PeerContext) in
                await answering.answer(request, from: context.peer)
            },
            server: .http1(configuration: connections),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: logger)
    }

    /// Serves until the process is ended.
    func serve(port: Int) async throws {
        let app = application(port: port) { port in
            let address = "http://127.0.0.1:\(port)"
            print("The shop is open at \(address)")
            if let inspector {
                print("Its inspector: \(inspector.address)")
                let path = shop.links.path(InspectRoute(inspector))
                print("The shop, with that address below each page: \(address)\(path)")
            }
            fflush(nil)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await app.runService() }
            group.addTask { [self] in
                while true {
                    try await Task.sleep(for: .seconds(15))
                    shop.states.update(.pulse) { $0 += 1 }
                    visits.closeIdle(for: .seconds(1_800))
                }
            }
            group.addTask { [self] in try await watchFile() }
            group.addTask { [self] in
                while true {
                    // An error is logged, and the next round removes the visits.
                    do { try await visits.removeOld() } catch { Self.logger.error("visits are not removed: \(error)") }
                    try await Task.sleep(for: .seconds(3_600))
                }
            }
            if let bridge {
                group.addTask {
                    try await bridge.run()
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Logs once when the file of the database is lost, and once when it is there again.
    private func watchFile() async throws {
        var isLost = false
        while true {
            try await Task.sleep(for: .seconds(2))
            let loss = database.loss
            if let loss, !isLost { Self.logger.error("The shop is closed: \(loss).") }
            if loss == nil, isLost { Self.logger.error("The shop is open again: its database is back.") }
            isLost = loss != nil
        }
    }
}

/// The context of a request, with the address of its client.
private struct PeerContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    /// The address, without the port; empty if there is none.
    let peer: String

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? ""
    }
}
