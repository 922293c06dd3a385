import Foundation
import Testing

/// One tab of the browser: goes to addresses, clicks, types, and waits for conditions.
struct BrowserTab: Sendable {
    let browser: Browser
    let session: String
    let address: String
    /// Without, pages have no timers either, and conditions are asked from here.
    let hasJavaScript: Bool

    /// Goes to a path, as by the URL bar, and waits for the page.
    func open(_ path: String) async throws {
        try await evaluate("document.documentElement.dataset.old = 1")
        _ = try await call("Page.navigate", ["url": .text(address + path)])
        try await wait("document.readyState === 'complete' && !document.documentElement.dataset.old")
    }

    /// Waits until the page gets live updates.
    func live() async throws { try await wait("document.documentElement.dataset.live") }

    func call(_ method: String, _ params: JSON = [:]) async throws -> JSON {
        try await browser.call(method, params, in: session)
    }

    /// The value of an expression, once a promise is kept.
    @discardableResult
    func evaluate(_ expression: String) async throws -> JSON {
        let answer = try await call(
            "Runtime.evaluate", ["expression": .text(expression), "awaitPromise": true, "returnByValue": true])
        if let problem = answer["exceptionDetails"]["exception"]["description"].text {
            throw Browser.Failure(description: problem)
        }
        return answer["result"]["value"]
    }

    /// Waits until an expression is true, across pages; ten seconds at most.
    func wait(_ condition: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        let script = """
            new Promise((done) => {
              const end = Date.now() + 2000;
              const ask = () => {
                let is = false;
                try { is = !!(\(condition)); } catch {}
                if (is || Date.now() > end) done(is); else setTimeout(ask, 4);
              };
              ask();
            })
            """
        repeat {
            // A page that is left while it is asked ends the question, and the next page is asked.
            let question = hasJavaScript ? script : "!!(\(condition))"
            if let answer = try? await evaluate(question), answer.bool { return }
        } while ContinuousClock.now < deadline
        let page = try? await evaluate("location.href + ' ' + document.querySelector('main')?.innerText.slice(0, 300)")
        try await keepPicture(named: condition)
        Issue.record("“\(condition)” did not come true at \(page?.text ?? "")", sourceLocation: sourceLocation)
        throw Browser.Failure(description: "waited for “\(condition)”")
    }

    /// Waits until the page has an element with this text.
    func wait(for selector: String, toSay text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws
    {
        let script = "document.querySelector(\(quoted(selector)))?.textContent.includes(\(quoted(text)))"
        try await wait(script, sourceLocation: sourceLocation)
    }

    func waitForPath(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let script = "location.pathname + location.search === \(quoted(path)) && document.readyState === 'complete'"
        try await wait(script, sourceLocation: sourceLocation)
    }

    /// Clicks the middle of an element with the mouse.
    func click(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        // Before a page is complete, what is clicked may move.
        let isThere = "document.readyState === 'complete' && document.querySelector(\(quoted(selector)))"
        try await wait(isThere, sourceLocation: sourceLocation)
        let place = try await evaluate(
            """
            (() => { const e = document.querySelector(\(quoted(selector))); e.scrollIntoView({ block: "center" });
            const r = e.getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()
            """)
        for kind in ["mousePressed", "mouseReleased"] {
            _ = try await call(
                "Input.dispatchMouseEvent",
                ["type": .text(kind), "x": place["x"], "y": place["y"], "button": "left", "clickCount": 1])
        }
    }

    /// Clicks a field, and types in place of what is in it, at the speed of a person: a key each 100 ms.
    func type(_ text: String, into selector: String) async throws {
        try await click(selector)
        try await evaluate("document.querySelector(\(quoted(selector))).select()")
        if text.isEmpty { try await press("Backspace") }
        try await keys(text)
    }

    /// Types where the caret is.
    func keys(_ text: String) async throws {
        for character in text {
            try await key(String(character))
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    func key(_ text: String) async throws {
        _ = try await call("Input.dispatchKeyEvent", ["type": "keyDown", "text": .text(text), "key": .text(text)])
        _ = try await call("Input.dispatchKeyEvent", ["type": "keyUp", "key": .text(text)])
    }

    func press(_ key: String) async throws {
        let codes = ["Tab": 9, "Enter": 13, "Backspace": 8, "ArrowLeft": 37]
        let code = JSON.number(Double(codes[key] ?? 0))
        var down: [String: JSON] = [
            "type": "keyDown", "key": .text(key), "code": .text(key), "windowsVirtualKeyCode": code,
        ]
        if key == "Enter" { down["text"] = "\r" }
        _ = try await call("Input.dispatchKeyEvent", .object(down))
        _ = try await call("Input.dispatchKeyEvent", ["type": "keyUp", "key": .text(key), "code": .text(key)])
    }

    func signIn(_ name: String = "ada", _ password: String = "lovelace") async throws {
        try await wait("document.querySelector('[name=\"signin.name\"]')")
        try await type(name, into: "[name='signin.name']")
        try await type(password, into: "[name='signin.password']")
        // The server enables the button once both fields are filled.
        try await wait("!document.querySelector('[data-enabled=sign-in]').disabled")
        try await press("Enter")
    }

    /// A picture of the page as PNG.
    func picture() async throws -> Data {
        _ = try await call("Page.bringToFront")
        let answer = try await call("Page.captureScreenshot", ["format": "png"])
        return answer["data"].text.flatMap { Data(base64Encoded: $0) } ?? Data()
    }

    private func keepPicture(named name: String) async throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = package.appending(path: ".build/failed-pages")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = name.filter { $0.isLetter || $0.isNumber }.prefix(60)
        try await picture().write(to: folder.appending(path: "\(file).png"))
    }
}

/// Text as a literal of JavaScript.
func quoted(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "''"
}
