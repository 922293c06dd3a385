import Dispatchers

/// A program that tells itself a number.
@main struct Posting {
    static func main() {
        let center = MessageCenter()
        let registration = center.observe(Int.self) { print($0) }
        center.post(1)
        registration.cancel()
    }
}
