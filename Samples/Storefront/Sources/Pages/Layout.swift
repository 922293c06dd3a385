/// A whole page: what a place answers with.
package struct Page: Sendable {
    package let title: String
    package let body: HTML

    package init(title: String, body: HTML) {
        self.title = title
        self.body = body
    }
}

/// What surrounds the pages of all modules.
package struct Layout: Sendable {
    package struct Item: Sendable {
        let name: String
        let path: String
        let badge: HTML

        package init(_ name: String, _ path: String, badge: HTML = "") {
            self.name = name
            self.path = path
            self.badge = badge
        }
    }

    private let shopName: String
    private let items: [Item]
    private let account: HTML
    private let banner: HTML

    package init(shopName: String, items: [Item], account: HTML, banner: HTML) {
        self.shopName = shopName
        self.items = items
        self.account = account
        self.banner = banner
    }

    /// A page in its layout.
    ///
    /// No script and no style is inline, so that the security policy can forbid them.
    package func callAsFunction(_ page: Page, at path: String) -> HTML {
        let links = items.map { item -> HTML in
            let mark: HTML = path == item.path || path.hasPrefix(item.path + "/") ? " aria-current=\"page\"" : ""
            return "<a href=\"\(item.path)\"\(mark)>\(item.name)\(item.badge)</a>"
        }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(page.title) · \(shopName)</title>
            <link rel="stylesheet" href="/assets/shop.css">
            <link rel="icon" href="data:,">
            <script src="/assets/live.js" defer></script>
            </head>
            <body>
            <a class="skip" href="#main">To the content</a>
            <header><strong>\(shopName)</strong><nav aria-label="Shop">\(links)</nav>\(account)</header>
            \(region("sale", banner, tag: "aside"))
            <main id="main"><h1>\(page.title)</h1>
            \(page.body)
            </main>
            <div id="toasts" role="status" aria-live="polite"></div>
            </body>
            </html>
            """
    }
}
