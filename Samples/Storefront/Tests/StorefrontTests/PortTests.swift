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

    @Test(
        "A port that is none is named, with the range",
        arguments: [("80808", "“80808”"), ("-1", "“-1”"), ("http", "“http”"), ("", "“”"), (nil, "65535")]
            as [(String?, String)])
    func wrongPorts(text: String?, given: String) {
        let arguments = ["--port"] + (text.map { [$0] } ?? [])
        #expect { try Options(arguments) } throws: { error in
            "\(error)".hasPrefix("--port needs a number from 0 to 65535") && "\(error)".contains(given)
        }
    }

    @Test(
        "An option whose value is missing does not take the next option for it",
        arguments: [
            ["--database", "--explain"], ["--database", "-x"], ["--log", "--inspect"], ["--database"], ["--log"],
            ["--database", ""], ["--log", ""],
        ])
    func missingValues(arguments: [String]) {
        #expect { try Options(arguments) } throws: { error in
            let text = "\(error)"
            guard text.hasPrefix("\(arguments[0]) needs a ") else { return false }
            let next = arguments.dropFirst().first ?? ""
            return next.isEmpty || text.contains("“\(next)” is an option") && text.contains("“./\(next)”")
        }
    }

    @Test("A file whose name begins as an option is named by its path") func fileLikeAnOption() throws {
        #expect(try Options(["--database", "./--explain"]).database == "./--explain")
    }

    @Test("Help is no mistake, and names every option", arguments: ["--help", "-h"])
    func help(option: String) throws {
        #expect(try Options([option]).isAskingForHelp)
        for name in ["--port", "--database", "--explain", "--no-steps", "--inspect", "--log", "--help"] {
            #expect(Options.help.contains("  \(name) "))
        }
        #expect(try Options([]).isAskingForHelp == false)
    }
}
