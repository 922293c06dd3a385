/// A whole page: what a route answers with.
package struct Page: Sendable {
    package let title: String
    package let body: HTML

    /// Sentences below the title that are not the page's own.
    package let remarks: [String]

    package init(title: String, body: HTML, remarks: [String] = []) {
        self.title = title
        self.body = body
        self.remarks = remarks
    }
}

/// The surroundings of the pages of all modules.
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

    /// The content of the header.
    package struct Header: Sendable {
        let shopName: String
        let home: String
        let items: [Item]
        let account: HTML

        /// A text that differs where the header does, except for the badge.
        let mark: String

        package init(shopName: String, home: String, items: [Item], account: HTML, mark: String) {
            self.shopName = shopName
            self.home = home
            self.items = items
            self.account = account
            self.mark = mark
        }
    }

    private let header: Header
    private let banner: HTML
    private let notice: String?
    private let introduction: HTML?
    private let footer: HTML

    package init(header: Header, banner: HTML, notice: String?, introduction: HTML? = nil, footer: HTML) {
        self.header = header
        self.banner = banner
        self.notice = notice
        self.introduction = introduction
        self.footer = footer
    }

    /// A page in its layout.
    ///
    /// No script and no style is inline, so that the security policy can forbid them.
    package func callAsFunction(_ page: Page, at path: String) -> HTML {
        let notice: HTML? = notice.map { "<p class=\"notice\" role=\"alert\">\($0)</p>" }
        let remarks = page.remarks.map { remark -> HTML in "<small>\(remark)</small>" }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(page.title) · \(header.shopName)</title>
            <link rel="stylesheet" href="/assets/shop.css">
            <link rel="icon" href="data:,">
            <script src="/assets/live.js" defer></script>
            <script src="/assets/typing.js" defer></script>
            </head>
            <body>
            <a class="skip" href="#main">To the content</a>
            <header data-region="header" data-mark="\(header.mark)">\(headerContent(at: path))</header>
            \(banner)
            <main id="main">\(notice)\(introduction)<h1>\(page.title)</h1>
            \(page.body)
            <p class="remarks">\(remarks)</p>
            </main>
            \(footer)
            <div id="toasts" role="status" aria-live="polite"></div>
            </body>
            </html>
            """
    }

    /// A page without the surroundings, for a visitor who is not known.
    package static func bare(_ page: Page) -> HTML {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(page.title)</title>
        <link rel="stylesheet" href="/assets/shop.css">
        <link rel="icon" href="data:,">
        </head>
        <body><main id="main"><h1>\(page.title)</h1>
        \(page.body)</main></body>
        </html>
        """
    }

    private func headerContent(at path: String) -> HTML {
        let links = header.items.map { item -> HTML in
            let mark: HTML = path == item.path || path.hasPrefix(item.path + "/") ? " aria-current=\"page\"" : ""
            return "<a href=\"\(item.path)\"\(mark)>\(item.name)\(item.badge)</a>"
        }
        return """
            <a class="logo" href="\(header.home)">\(header.shopName)</a><nav aria-label="Shop">\(links)</nav>\(header.account)
            """
    }
}
