import Foundation
import Testing

@testable import storefront

@Suite("Ports")
struct PortTests {
    @Test("A port that is in use is passed over, or named if it was asked for")
    func busyPorts() throws {
        let port = try #require(Port.firstFree(from: 20_000))
        let socket = try #require(Port.listener(at: port))
        #expect(!Port.isFree(port))
        #expect(try #require(Port.firstFree(from: port)) > port)
        let options = try Options(["--port", "\(port)"])
        #expect { try options.freePort() } throws: { "\($0)".contains("port \(port) is in use") }
        close(socket)
        #expect(Port.isFree(port))
        #expect(try options.freePort() == port)
    }
}
