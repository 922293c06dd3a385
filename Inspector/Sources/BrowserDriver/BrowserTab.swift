public import Foundation

/// One tab of the browser: goes to addresses, clicks, types, and waits for conditions.
public struct BrowserTab: Sendable {
    let browser: Browser
    let session: String

    /// The beginning of all addresses.
    let origin: String

    /// Without, pages have no timers either, and conditions are asked from here.
    let hasJavaScript: Bool

    /// The folder for pictures of pages on which a condition did not come true.
    let failures: URL?

    /// Goes to an address, as by the URL bar, and waits for the page.
    public func open(_ address: String) async throws {
        try await evaluate("document.documentElement.dataset.old = 1")
        _ = try await call("Page.navigate", ["url": .text(origin + address)])
        try await wait("document.readyState === 'complete' && !document.documentElement.dataset.old")
    }

    /// Calls a method of the protocol.
    public func call(_ method: String, _ params: JSON = [:]) async throws -> JSON {
        try await browser.call(method, params, in: session)
    }

    /// The value of an expression, once a promise is kept.
    @discardableResult
    public func evaluate(_ expression: String) async throws -> JSON {
        let answer = try await call(
            "Runtime.evaluate", ["expression": .text(expression), "awaitPromise": true, "returnByValue": true])
        if let problem = answer["exceptionDetails"]["exception"]["description"].text {
            throw Browser.Failure(description: problem)
        }
        return answer["result"]["value"]
    }

    /// Waits until an expression is true, across pages; twenty seconds at most.
    ///
    /// - Throws: A failure that names the caller, the condition and the page.
    public func wait(_ condition: String, fileID: StaticString = #fileID, line: Int = #line) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
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
        let page = try? await evaluate("location.href + ' ' + document.body.innerText.slice(0, 1500)")
        try await keepPicture(named: condition)
        throw Browser.Failure(
            description: "\(fileID):\(line): “\(condition)” did not come true at \(page?.text ?? "")")
    }

    /// Waits until an element of the page contains a text.
    public func wait(
        for selector: String, toSay text: String, fileID: StaticString = #fileID, line: Int = #line
    ) async throws {
        let elements = "[...document.querySelectorAll(\(quoted(selector)))]"
        try await wait("\(elements).some((e) => e.innerText.includes(\(quoted(text))))", fileID: fileID, line: line)
    }

    /// Waits until the page of a path, with its query, is complete.
    public func waitForPath(_ path: String, fileID: StaticString = #fileID, line: Int = #line) async throws {
        let isThere = "location.pathname + location.search === \(quoted(path)) && document.readyState === 'complete'"
        try await wait(isThere, fileID: fileID, line: line)
    }

    /// Clicks the middle of the first element that a selector finds and that contains a text.
    public func click(
        _ selector: String, saying text: String = "", fileID: StaticString = #fileID, line: Int = #line
    ) async throws {
        let elements = "[...document.querySelectorAll(\(quoted(selector)))]"
        let element = "\(elements).find((e) => \(text.isEmpty) || e.innerText.includes(\(quoted(text))))"
        // Before a page is complete, what is clicked may move.
        try await wait("document.readyState === 'complete' && \(element)", fileID: fileID, line: line)
        let place = try await evaluate(
            """
            (() => { const e = \(element); e.scrollIntoView({ block: "center" });
            const r = e.getBoundingClientRect();
            return { x: r.x + Math.min(r.width / 2, 200), y: r.y + r.height / 2 }; })()
            """)
        for kind in ["mousePressed", "mouseReleased"] {
            _ = try await call(
                "Input.dispatchMouseEvent",
                ["type": .text(kind), "x": place["x"], "y": place["y"], "button": "left", "clickCount": 1])
        }
    }

    /// Clicks a field, and types in place of what is in it, at the speed of a person.
    public func type(
        _ text: String, into selector: String, fileID: StaticString = #fileID, line: Int = #line
    ) async throws {
        try await click(selector, fileID: fileID, line: line)
        try await evaluate("document.querySelector(\(quoted(selector))).select()")
        if text.isEmpty { try await press("Backspace") }
        try await keys(text)
    }

    /// Types where the caret is, at the speed of a person: a key each 100 ms.
    public func keys(_ text: String) async throws {
        for character in text {
            try await key(String(character))
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Types one character.
    public func key(_ text: String) async throws {
        _ = try await call("Input.dispatchKeyEvent", ["type": "keyDown", "text": .text(text), "key": .text(text)])
        _ = try await call("Input.dispatchKeyEvent", ["type": "keyUp", "key": .text(text)])
    }

    /// Presses a key that types nothing.
    ///
    /// - Parameters:
    ///   - key: The name of the key, such as `ArrowDown`.
    ///   - code: Its code, such as 40; that of a usual key is known.
    /// - Throws: A failure of the browser.
    public func press(_ key: String, _ code: Int? = nil) async throws {
        let codes = [
            "Backspace": 8, "Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
            "ArrowDown": 40,
        ]
        let code = code ?? codes[key] ?? 0
        var event: [String: JSON] = [
            "type": "keyDown", "key": .text(key), "code": .text(key), "windowsVirtualKeyCode": .number(Double(code)),
        ]
        if key == "Enter" { event["text"] = "\r" }
        _ = try await call("Input.dispatchKeyEvent", .object(event))
        _ = try await call("Input.dispatchKeyEvent", ["type": "keyUp", "key": .text(key), "code": .text(key)])
    }

    /// A picture of the page as PNG.
    public func picture(width: Int, height: Int, isDark: Bool = false) async throws -> Data {
        _ = try await call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": 1,
                "mobile": false,
            ])
        let scheme: JSON = .list([["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]])
        _ = try await call("Emulation.setEmulatedMedia", ["features": scheme])
        _ = try await call("Page.bringToFront")
        try await evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        let answer = try await call("Page.captureScreenshot", ["format": "png"])
        return answer["data"].text.flatMap { Data(base64Encoded: $0) } ?? Data()
    }

    private func keepPicture(named name: String) async throws {
        guard let failures else { return }
        try FileManager.default.createDirectory(at: failures, withIntermediateDirectories: true)
        _ = try await call("Page.bringToFront")
        let picture = try await call("Page.captureScreenshot", ["format": "png"])["data"].text
        let file = failures.appending(path: "\(name.filter { $0.isLetter || $0.isNumber }.prefix(60)).png")
        try picture.flatMap { Data(base64Encoded: $0) }?.write(to: file)
    }
}

/// Text as a literal of JavaScript.
public func quoted(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "''"
}
