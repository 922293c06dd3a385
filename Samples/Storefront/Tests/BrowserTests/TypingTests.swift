import BrowserDriver
import Testing

extension BrowserTests {
    /// Typing in one tab, and the values that the model and another tab have then.
    @Suite struct TypingTests {
        /// Two tabs at the profile of somebody who signed in.
        private func withProfile(_ body: (BrowserTab, BrowserTab) async throws -> Void) async throws {
            try await withShop { _, makeGuest in
                let guest = try await makeGuest()
                let left = try await guest.tab("/profile")
                try await left.signIn()
                try await left.waitForPath("/profile")
                let right = try await guest.tab("/profile")
                for tab in [left, right] { try await tab.live() }
                try await body(left, right)
            }
        }

        private func field(_ path: String) -> String { "[data-bind=\"profile.\(path)\"]" }

        private func has(_ path: String, _ value: String) -> String {
            "document.querySelector(\(quoted(field(path)))).value === \(quoted(value))"
        }

        @Test func aFieldFollowsTheOtherTab() async throws {
            try await withProfile { left, right in
                try await left.type("Attic & co", into: field("address.geo.label"))
                try await right.wait(has("address.geo.label", "Attic & co"))
                try await right.type("Wien", into: field("address.city"))
                try await left.wait(has("address.city", "Wien"))
            }
        }

        @Test func aNameIsCutAtTwentyFiveInFieldAndModel() async throws {
            try await withProfile { left, right in
                let name = "abcdefghijklmnopqrstuvwxyzabcd"
                try await left.type(name, into: field("name"))
                try await left.wait(has("name", String(name.prefix(25))))
                try await right.wait(has("name", String(name.prefix(25))))
                try await right.open("/profile")
                try await right.wait(has("name", String(name.prefix(25))))
            }
        }

        @Test func anElementOfAnArrayIsBound() async throws {
            try await withProfile { left, right in
                try await left.type("12 34", into: field("phones[1]"))
                try await right.wait(has("phones[1]", "12 34"))
                try await right.click("[formaction$='/row']")
                try await right.wait("document.querySelector(\(quoted(field("phones[2]"))))")
                try await right.type("56", into: field("phones[2]"))
                try await left.open("/profile")
                try await left.wait(has("phones[2]", "56"))
            }
        }

        @Test func numbersAreBoundAndChecked() async throws {
            try await withProfile { left, right in
                try await left.type("1010", into: field("address.zip"))
                // A number counts when its field is left.
                try await left.press("Tab")
                try await right.wait(has("address.zip", "1010"))
                try await left.type("10-10", into: field("address.zip"))
                try await left.wait(for: "[data-problem='profile.address.zip']", toSay: "“10-10” is no whole number.")
                #expect(try await left.evaluate(has("address.zip", "10-10")).bool)
                // What was typed is not lost, and the model has not taken it.
                try await left.open("/profile")
                try await left.wait(has("address.zip", "10-10"))
                try await left.live()
                try await left.type("2.5", into: field("tip"))
                #expect(try await left.evaluate(has("tip", "2.5")).bool)
                try await left.press("Tab")
                try await right.wait(has("tip", "2.5"))
                try await left.type("12.50", into: field("tip"))
                #expect(try await left.evaluate(has("tip", "12.50")).bool)
                try await left.press("Enter")
                try await right.wait(has("tip", "12.5"))
                // It has the focus, so it stays as it was typed.
                #expect(try await left.evaluate(has("tip", "12.50")).bool)
            }
        }

        @Test func theCaretStaysWhereOneTypes() async throws {
            try await withProfile { left, right in
                try await left.type("Wien", into: field("address.city"))
                for _ in 0..<4 { try await left.press("ArrowLeft") }
                try await left.keys("Alt-")
                try await right.wait(has("address.city", "Alt-Wien"))
                // What is cut is cut at the end, and the caret is still where it was.
                try await left.type(String(repeating: "x", count: 24), into: field("name"))
                for _ in 0..<24 { try await left.press("ArrowLeft") }
                try await left.keys("abc")
                try await left.wait(has("name", "abc" + String(repeating: "x", count: 22)))
                #expect(try await left.evaluate("document.activeElement.selectionStart").number == 3)
            }
        }

        @Test func addedRowsFollowInTheOtherTab() async throws {
            try await withProfile { left, right in
                try await right.type("12", into: field("phones[0]"))
                try await left.wait(has("phones[0]", "12"))
                try await left.click("[formaction$='/row']")
                // The other tab types on while the row appears.
                try await right.keys("34")
                try await right.wait("document.querySelector(\(quoted(field("phones[2]"))))")
                try await right.keys("56")
                try await left.wait(has("phones[0]", "123456"))
                #expect(try await right.evaluate(has("phones[0]", "123456")).bool)
            }
        }

        @Test func aFieldThatIsTypedInIsNotOverwritten() async throws {
            try await withProfile { left, right in
                try await left.type("Graz", into: field("address.city"))
                try await right.wait(has("address.city", "Graz"))
                try await right.type("Wien", into: field("address.city"))
                try await left.wait("document.querySelector('.changed-elsewhere')")
                #expect(try await left.evaluate(has("address.city", "Graz")).bool)
                try await left.click("h1")
                try await left.press("Tab")
                try await left.wait(has("address.city", "Wien"))
            }
        }

        @Test func aTextThatWasNotSavedIsSentBeforeItsPageIsLeft() async throws {
            try await withProfile { left, right in
                try await left.evaluate("window.ask = fetch; window.fetch = () => Promise.reject(new Error('away')); 0")
                try await left.type("Graz", into: field("address.city"))
                try await left.wait(for: "[data-problem='profile.address.city']", toSay: "This is not saved")
                try await left.evaluate("window.fetch = ask; 0")
                try await left.click("nav a[href='/hot']")
                try await left.waitForPath("/hot")
                try await right.wait(has("address.city", "Graz"))
            }
        }

        @Test func aPasteAndFortyUndosEndOnTheLastText() async throws {
            try await withProfile { left, right in
                try await left.click(field("address.street"))
                // A key that is held down, or a program: as fast as events can follow one another.
                try await left.evaluate(
                    """
                    (() => { const e = document.querySelector(\(quoted(field("address.street"))));
                    for (let i = 1; i <= 40; i++) {
                      e.value = "street " + i;
                      e.dispatchEvent(new InputEvent("input", { bubbles: true }));
                    } })()
                    """)
                try await right.wait(has("address.street", "street 40"))
                try await left.wait("sending.size === 0")
                try await right.open("/profile")
                try await right.wait(has("address.street", "street 40"))
            }
        }
    }
}
