import CNATS
import Foundation

/// One acknowledged message after the other, each with an identity, so that the order holds and none is appended twice.
final class PlainNATS: PlainLoop {
    private struct Failure: Error {
        let status: UInt32
    }

    private static let stream = "FIGURES"
    private let connection: OpaquePointer
    private let context: OpaquePointer
    private var number = 0

    init(_ servers: String, replicas: Int) throws {
        var connection: OpaquePointer?
        try Self.check(natsConnection_ConnectTo(&connection, servers))
        var context: OpaquePointer?
        var options = jsOptions()
        jsOptions_Init(&options)
        try Self.check(natsConnection_JetStream(&context, connection, &options))
        guard let connection, let context else { throw Failure(status: 0) }
        self.connection = connection
        self.context = context
        try makeStream(replicas)
    }

    deinit {
        jsCtx_Destroy(context)
        natsConnection_Destroy(connection)
    }

    private func makeStream(_ replicas: Int) throws {
        let status = Self.stream.withCString { name in
            var subjects: [UnsafePointer<CChar>?] = [name]
            return subjects.withUnsafeMutableBufferPointer { subjects in
                var config = jsStreamConfig()
                jsStreamConfig_Init(&config)
                config.Name = name
                config.Subjects = subjects.baseAddress
                config.SubjectsLen = 1
                config.Storage = js_FileStorage
                config.Replicas = Int64(replicas)
                return js_AddStream(nil, context, &config, nil, nil)
            }
        }
        try Self.check(status)
        // A server leads the stream after a moment.
        Thread.sleep(forTimeInterval: 2)
    }

    func append(_ payloads: [[UInt8]]) throws {
        for payload in payloads {
            number += 1
            let status = "\(number)-\(ProcessInfo.processInfo.globallyUniqueString)".withCString { identity in
                var options = jsPubOptions()
                jsPubOptions_Init(&options)
                options.MsgId = identity
                return js_Publish(nil, context, Self.stream, payload, Int32(payload.count), &options, nil)
            }
            try Self.check(status)
        }
    }

    private static func check(_ status: natsStatus) throws {
        guard status == NATS_OK else { throw Failure(status: status.rawValue) }
    }
}
