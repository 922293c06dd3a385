/// The meaning of the host of a URL to a router.
///
/// A router does not guess the meaning from a dot in the host.
public enum HostRule: String, Sendable, Hashable, Codable {
    /// The host is the first segment of the path: `shop://product/42` is `/product/42`.
    case path

    /// The host is ignored: `https://shop.example/product/42` is `/product/42`.
    case ignore

    /// Patterns may ask for a host: `//shop.example/product/:id`; one that does not takes any host.
    case match
}
