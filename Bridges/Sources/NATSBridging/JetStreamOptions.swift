/// The servers of a `JetStreamLog`, and the way to them.
public struct JetStreamOptions: Sendable, Hashable {
    /// The addresses of the servers of a cluster: `nats://n1:4222`, or `tls://n1:4222`.
    ///
    /// The client connects to one of them, and to another one when that cannot be reached. With `tls://`, which all of them have or none,
    /// the connection is encrypted and the server verified. A password in an address of `nats://` crosses the network as it is.
    public var servers: [String]

    /// The number of servers that have a copy of each stream: 3 survives the loss of one server, 5 of two.
    ///
    /// A server that has no cluster needs 1: with 3, each append fails. Streams that exist already keep their number.
    public var replicas = 3

    /// The time for which the server knows the entries of a stream, so that one that is sent again is not appended again.
    ///
    /// The server keeps the identity of each entry of that time in memory. An append that this process repeats after half of the time
    /// looks for its entries in the stream first. Streams that exist already keep their time, so choose the same one in all processes.
    public var duplicateWindow = Duration.seconds(600)

    /// The path of a file with the certificates that are trusted.
    ///
    /// With it, the connection is encrypted, and the certificate of the server and its host name are verified. Without it, those of the
    /// system are trusted.
    public var trustedCertificates: String?

    /// The path of a file with the certificate of the client, if the server asks for one.
    public var clientCertificate: String?

    /// The path of a file with the private key of the client's certificate.
    public var clientKey: String?

    /// The path of a file with the credentials of a user: a token and a key, as `nsc` writes it.
    ///
    /// With it, the connection is encrypted.
    public var credentials: String?

    /// Creates options.
    ///
    /// - Parameter servers: The addresses of the servers, separated by commas.
    public init(_ servers: String) {
        self.servers = servers.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    }
}
