import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection after an answer with `Connection: close`, and drops what a client sends after an ambiguous request.
///
/// The server library reads the rest of a body that is not used for as long as the client sends it.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time in which the client can read the last answer, while what it sends is dropped.
    private static let lingering = TimeAmount.seconds(1)

    private var isDropping = false
    private var isClosing = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isDropping { return }
        if case .head(let head) = unwrapInboundIn(data), head.isAmbiguous { isDropping = true }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.headerFields[.connection] == "close": isClosing = true
        case .end where isClosing:
            isDropping = true
            let channel = context.channel
            context.eventLoop.scheduleTask(in: Self.lingering) { channel.close(promise: nil) }
        default: break
        }
        context.write(data, promise: promise)
    }
}
