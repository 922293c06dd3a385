import Account
import Cart
import Catalog
import Foundation
import Orders
import Routing
import ShopKit

/// A small shop in the terminal: opens the links given as arguments, or else those on standard input, line by line.
@main struct Tour {
    private static let usage =
        "usage: tour [--quiet] [--inspect] [link …], as in: tour shop://cart; without links they are read by line"

    private let shop: Shop
    private let parts: [AnyObject]

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let links = arguments.filter { !["--quiet", "--inspect"].contains($0) }
        let isInspected = arguments.contains("--inspect")
        if links.contains("--help") { return print(usage) }
        do {
            let tour = try Tour(isQuiet: arguments.contains("--quiet"))
            if isInspected { try await inspect(tour.shop) }
            for link in links { await tour.open(link) }
            // The page of the inspector lasts as long as the tour.
            if links.isEmpty || isInspected { try await tour.readLines() }
        } catch {
            FileHandle.standardError.write(Data("tour: \(error)\n".utf8))
            exit(1)
        }
    }

    /// Puts the shop together: the only type that knows all features.
    private init(isQuiet: Bool) throws {
        shop = Shop(story: Story(isQuiet: isQuiet))
        let account = try Account(in: shop)
        parts = [
            account, try Catalog(in: shop), try Cart(in: shop),
            try Orders(in: shop, guards: [account.signedIn(in: shop)]), ScreenHooks(in: shop), Listeners(in: shop),
        ]
    }

    private func readLines() async throws {
        if isatty(STDIN_FILENO) == 1 {
            shop.story.tell("type a link, such as shop:// or shop://product/42; end with ^D")
        }
        var reader = LineReader(STDIN_FILENO)
        while let line = try reader.next() {
            // Also a pipe gets an answer to each line, before the next one is read.
            defer { fflush(nil) }
            switch line {
            case .tooLong: shop.story.complain("this line is too long for a link: over 64 KiB")
            case .notText: shop.story.complain("this line is not text: its bytes are no UTF-8")
            case .text(let text): await take(text.trimmed)
            }
        }
    }

    /// A line is a link, unless the page that is up asked for one.
    private func take(_ line: String) async {
        if line.isEmpty { return }
        if let screen = shop.screen, let prompt = screen as? any Prompt, !line.contains("://") {
            await shop.story.tell("⌨ a line for “\(screen.name)”") { await prompt.take(line) }
        } else {
            await open(line)
        }
    }

    private func open(_ link: String) async {
        await shop.story.tell("⌨ \(link)") { await shop.open(link.trimmed) }
    }
}

extension String {
    fileprivate var trimmed: String {
        trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: "\u{FEFF}")))
    }
}
