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

    @Test(
        "A host that is none is named",
        arguments: ["", "https://shop.example", "shop.example/", "a b", "shop:x", ":1", "[", "a:1:2", nil])
    func wrongHosts(text: String?) {
        let arguments = ["--host"] + (text.map { [$0] } ?? [])
        #expect { try Options(arguments) } throws: { error in
            let given = text.map { ", and “\($0)” is none" } ?? ""
            return "\(error)" == "--host needs a name such as shop.example or shop.example:8443\(given)"
        }
    }

    @Test("A host is a name at any port, or at its own one") func hosts() throws {
        let options = try Options(["--host", "Shop.example", "--host", "other.example:8443"])
        let hosts = Hosts(options.hosts)
        let own = ["shop.example", "SHOP.example:1", "other.example:8443", "localhost:2", "[::1]:3", "127.0.0.1"]
        #expect(own.allSatisfy { hosts.has($0) })
        let foreign = ["other.example", "other.example:8444", "shop.example:x", "shop.example:99999", "a.shop.example"]
        #expect(foreign.allSatisfy { !hosts.has($0) })
    }

    @Test("A file whose name begins as an option is named by its path") func fileLikeAnOption() throws {
        #expect(try Options(["--database", "./--explain"]).database == "./--explain")
    }

    @Test("Help is no mistake, and names every option", arguments: ["--help", "-h"])
    func help(option: String) throws {
        #expect(try Options([option]).isAskingForHelp)
        for name in ["--port", "--database", "--host", "--explain", "--no-steps", "--inspect", "--log", "--help"] {
            #expect(Options.help.contains("  \(name) "))
        }
        #expect(try Options([]).isAskingForHelp == false)
    }
}
