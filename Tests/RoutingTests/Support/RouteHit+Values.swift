import Routing

extension RouteHit {
    /// The decoded values of all parameters that took part.
    func values(in path: String) -> [String] { (0..<count).map { value(at: $0, in: path) } }
}
