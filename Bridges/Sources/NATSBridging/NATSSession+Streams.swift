import Bridging
import CNATS
import Foundation
import LogSupport

extension NATSSession {
    /// Returns the name of a stream on the server, which cannot have dots.
    static func serverName(of stream: StreamName) -> String { "SIGNALBOX_" + token(stream.text) }

    /// Returns the subject of the messages of a stream.
    static func subject(of stream: StreamName) -> String { "signalbox.log." + token(stream.text) }

    /// Returns a name as one part of a subject.
    static func token(_ name: String) -> String { name.replacing(".", with: "=") }

    /// Returns where a stream begins and ends; `nil` if it was not made yet.
    func ends(of name: String) throws(JetStreamError) -> StreamEnds? {
        var info: UnsafeMutablePointer<jsStreamInfo>?
        var code = jsErrCode(0)
        var callOptions = Self.callOptions
        let status = js_GetStreamInfo(&info, context, name, &callOptions, &code)
        defer { jsStreamInfo_Destroy(info) }
        if status == NATS_NOT_FOUND { return nil }
        try JetStreamError.check("look at the stream", status, code)
        guard let info = info?.pointee else { throw JetStreamError("look at the stream: there is no answer") }
        let last = info.State.LastSeq
        let first = info.State.Msgs == 0 ? last + 1 : info.State.FirstSeq
        // A server without a cluster has no leaders.
        let hasLeader = info.Cluster == nil || info.Cluster.pointee.Leader != nil
        return StreamEnds(hasLeader: hasLeader, created: info.Created, first: first, last: last)
    }

    /// Makes a stream, unless it is there, and waits until a server leads it.
    ///
    /// Several connections may do so at the same time.
    ///
    /// - Parameters:
    ///   - name: The name of the stream.
    ///   - subject: The subject of its messages.
    ///   - keepsLast: `true` to keep the newest message of each subject alone.
    /// - Returns: Its ends.
    /// - Throws: `JetStreamError` if the server does not make it, or cannot be reached.
    func makeStream(_ name: String, _ subject: String, keepsLast: Bool = false) throws(JetStreamError) -> StreamEnds {
        if let ends = try ends(of: name), ends.hasLeader { return ends }
        var code = jsErrCode(0)
        let status = add(name, subject, keepsLast, &code)
        // Another connection has made it with other options.
        if code == JSStreamNameExistErr { return try endsWithLeader(of: name) }
        if [JSStreamReplicasNotSupportedErr, JSClusterNoPeersErr].contains(code) {
            throw JetStreamError(
                "there are fewer than \(options.replicas) servers in the cluster: set the option `replicas` to their number"
            )
        }
        try JetStreamError.check("make the stream", status, code)
        return try endsWithLeader(of: name)
    }

    /// Waits until a server leads a stream.
    private func endsWithLeader(of name: String) throws(JetStreamError) -> StreamEnds {
        let end = ContinuousClock.now + .milliseconds(Self.patience)
        while ContinuousClock.now < end {
            if let ends = try ends(of: name), ends.hasLeader { return ends }
            nats_Sleep(50)
        }
        throw JetStreamError("make the stream: no server leads it")
    }

    private func add(_ name: String, _ subject: String, _ keepsLast: Bool, _ code: inout jsErrCode) -> natsStatus {
        // The call copies the texts.
        name.withCString { name in
            subject.withCString { subject in
                var subjects: [UnsafePointer<CChar>?] = [subject]
                return subjects.withUnsafeMutableBufferPointer { subjects in
                    var config = jsStreamConfig()
                    // It fails for a null pointer alone.
                    jsStreamConfig_Init(&config)
                    config.Name = name
                    config.Subjects = subjects.baseAddress
                    config.SubjectsLen = 1
                    config.Storage = js_FileStorage
                    config.Replicas = Int64(options.replicas)
                    config.Duplicates = options.duplicateWindow.nanoseconds
                    config.MaxMsgsPerSubject = keepsLast ? 1 : -1
                    var callOptions = Self.callOptions
                    return js_AddStream(nil, context, &config, &callOptions, &code)
                }
            }
        }
    }

    /// Removes all but the newest messages of a stream.
    func trim(_ name: String, keeping count: UInt64) throws(JetStreamError) {
        var callOptions = Self.callOptions
        callOptions.Stream.Purge.Keep = count
        var code = jsErrCode(0)
        let status = js_PurgeStream(context, name, &callOptions, &code)
        if status != NATS_NOT_FOUND { try JetStreamError.check("trim", status, code) }
    }
}
