/// An error that says why there is no file for a web site.
public struct LinkFileError: Error, Sendable, Hashable {
    /// The reasons why there is no file.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// No app was given.
        case noApp

        /// The identifier of an app is neither ten capital letters or digits, a dot and a bundle identifier nor, for
        /// Android, the name of a package.
        case malformedApp

        /// The fingerprint of a certificate is not 32 pairs of hexadecimal digits with colons between them.
        case malformedFingerprint

        /// None of the origins begins with `https://`, or none has the host.
        case noWebOrigin

        /// The origins have several hosts, and none was named.
        case severalHosts

        /// No route matches URLs of the host.
        case noRoute

        /// There are more than 1,000 origins, or the routes describe more than 20,000 paths behind those of the host.
        case tooManyPaths
    }

    /// The reason why there is no file.
    public let reason: Reason

    /// The text that is wrong: an app, a fingerprint, a host, or a list of hosts.
    public let text: String

    init(_ reason: Reason, _ text: String = "") {
        self.reason = reason
        self.text = text
    }
}

extension LinkFileError: CustomStringConvertible {
    /// The text and the reason, in one sentence.
    public var description: String {
        let text = text.quoted
        return switch reason {
        case .noApp: "A file for a web site names at least one app."
        case .malformedApp:
            """
            \(text) is not an app: Apple's have ten capital letters or digits, a dot and a bundle identifier, as \
            ABCDE12345.com.example.shop, and Android's the name of a package, as com.example.shop.
            """
        case .malformedFingerprint:
            "\(text) is not a fingerprint: one of SHA-256 has 32 pairs of hexadecimal digits with colons between them."
        case .noWebOrigin where self.text.isEmpty: "There is no origin that begins with https://."
        case .noWebOrigin: "There is no origin that begins with https:// and has the host \(text)."
        case .severalHosts: "The origins have several hosts, each with files of its own: name one of \(text)."
        case .noRoute: "No route matches URLs of the host \(text)."
        case .tooManyPaths where self.text.isEmpty: "There are more than 1,000 origins."
        case .tooManyPaths: "The routes describe more than 20,000 paths behind the origins of the host \(text)."
        }
    }
}
