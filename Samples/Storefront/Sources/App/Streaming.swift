import HTTPTypes
import Hummingbird
import Live
import ShopKit

extension Answering {
    /// The time after which an event stream asks the database again whether its visit goes on.
    private static let checkTime = Duration.seconds(10)

    /// The event stream of a browser, for all of its tabs.
    ///
    /// It never makes a visit: a page does, before a browser asks for its stream.
    func stream(for request: Hummingbird.Request) async throws -> Response {
        guard let id = request.visitID, let visit = try await storefront.visits.known(id) else {
            return .visitIsOver
        }
        var response = Response(status: .ok, text: "", type: "text/event-stream")
        response.headers[.contentLength] = nil
        response.body = ResponseBody { writer in
            let tab = storefront.tabs.open(for: visit)
            defer { storefront.tabs.close(tab, of: visit) }
            // Without it, a browser that left would be noticed at the next write only.
            try await request.body.consumeWithInboundCloseHandler { _ in
                try await writer.write(ByteBuffer(string: EventStream.beginning))
                var lastCheck = ContinuousClock.now
                // There is a pulse every few seconds, and with it the visit stays in memory.
                while let patches = await tab.next(), storefront.visits.use(visit) {
                    if lastCheck.duration(to: .now) > Self.checkTime {
                        // Another process of the shop may have ended the visit.
                        guard try await storefront.visits.known(visit.id) === visit else { break }
                        lastCheck = .now
                    }
                    try await writer.write(ByteBuffer(string: EventStream.text(patches)))
                }
            } onInboundClosed: {
                tab.close()
            }
            try await writer.finish(nil)
        }
        return response
    }
}
