import Dispatchers

/// A program that posts a number to itself.
@main struct Posting {
    static func main() {
        let center = MessageCenter()
        let registration = center.observe(Int.self) { print($0) }
        center.post(1)
        registration.cancel()
    }
}
