import Testing

@testable import PostgresBridging

struct PostgresErrorTests {
    @Test(arguments: [
        (
            "FATAL:  terminating connection\nserver closed the connection\n",
            "FATAL:  terminating connection; server closed the connection"
        ),
        ("one line\n", "one line"), ("", "the server cannot be reached"),
    ])
    func aMessageOfTheClientLibraryIsOneLine(message: String, text: String) {
        #expect(PostgresError(message: message).description == text)
    }
}
