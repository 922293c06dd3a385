import FlyingSocks

/// The body of the last answer of a connection.
///
/// The server looks only at the request to decide whether a connection stays open. But it closes one whose body ends with an
/// error, which this does after its text.
struct LastBody: AsyncBufferedSequence {
    typealias Element = UInt8

    struct End: Error {}

    let text: [UInt8]

    func makeAsyncIterator() -> Iterator { Iterator(text: text) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate var text: [UInt8]?

        mutating func next() async throws -> UInt8? {
            preconditionFailure("the server reads whole buffers")
        }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            guard let text else { throw End() }
            self.text = nil
            return text
        }
    }
}
