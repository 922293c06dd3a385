import CNATS
import Foundation

/// The options of a connection, in the form of the client library.
///
/// The library copies all texts. The connection has a copy of the options, so they are destroyed as soon as it is made.
final class NATSSettings {
    let pointer: OpaquePointer

    init(_ options: JetStreamOptions) throws(JetStreamError) {
        var pointer: OpaquePointer?
        try JetStreamError.check("options", natsOptions_Create(&pointer))
        guard let pointer else { throw JetStreamError("options: there are none") }
        self.pointer = pointer
        try setServers(options.servers)
        try setEncryption(options)
        try setReconnecting()
        try setFiles(options)
    }

    deinit { natsOptions_Destroy(pointer) }

    private func setServers(_ servers: [String]) throws(JetStreamError) {
        guard servers.allSatisfy(Self.isAddress) else {
            // Without the text, which may have a password.
            throw JetStreamError("an address is not like nats://host:port or tls://host:port")
        }
        let texts = servers.map { strdup($0) }
        defer { for text in texts { free(text) } }
        var pointers = texts.map { UnsafePointer($0) }
        let status = natsOptions_SetServers(pointer, &pointers, Int32(servers.count))
        guard status == NATS_OK else { throw JetStreamError("the addresses of the servers", status) }
    }

    /// Has the connection encrypted, and the server verified, if an address, a certificate or a user's credentials ask for it.
    private func setEncryption(_ options: JetStreamOptions) throws(JetStreamError) {
        let encrypted = options.servers.count { $0.hasPrefix("tls:") }
        guard encrypted == 0 || encrypted == options.servers.count else {
            throw JetStreamError("some addresses begin with tls:// and some with nats://")
        }
        let files = [options.trustedCertificates, options.clientCertificate, options.credentials]
        guard encrypted > 0 || files.contains(where: { $0 != nil }) else { return }
        // The library does not look at the scheme.
        try JetStreamError.check("TLS", natsOptions_SetSecure(pointer, true))
    }

    private static func isAddress(_ text: String) -> Bool {
        guard let address = URLComponents(string: text) else { return false }
        return ["nats", "tls"].contains(address.scheme) && address.host?.isEmpty == false
    }

    /// Connects again for as long as it takes, with pauses of different lengths, so that clients do not come back all at once.
    private func setReconnecting() throws(JetStreamError) {
        try JetStreamError.check("options", natsOptions_SetName(pointer, "signalbox"))
        try JetStreamError.check("options", natsOptions_SetTimeout(pointer, NATSSession.patience))
        try JetStreamError.check("options", natsOptions_SetMaxReconnect(pointer, -1))
        try JetStreamError.check("options", natsOptions_SetReconnectWait(pointer, 100))
        try JetStreamError.check("options", natsOptions_SetReconnectJitter(pointer, 400, 800))
        // A server that is silent for this time counts as gone.
        try JetStreamError.check("options", natsOptions_SetPingInterval(pointer, 5_000))
        try JetStreamError.check("options", natsOptions_SetMaxPingsOut(pointer, 2))
    }

    private func setFiles(_ options: JetStreamOptions) throws(JetStreamError) {
        if let path = options.trustedCertificates {
            try JetStreamError.check("certificates in \(path)", natsOptions_LoadCATrustedCertificates(pointer, path))
        }
        if let path = options.clientCertificate {
            try JetStreamError.check(
                "certificate in \(path)", natsOptions_LoadCertificatesChain(pointer, path, options.clientKey ?? path))
        }
        if let path = options.credentials {
            try JetStreamError.check(
                "credentials in \(path)", natsOptions_SetUserCredentialsFromFiles(pointer, path, nil))
        }
    }
}
