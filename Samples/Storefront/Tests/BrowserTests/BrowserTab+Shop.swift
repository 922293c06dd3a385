import BrowserDriver

extension BrowserTab {
    /// Waits until the page gets live updates.
    func live() async throws { try await wait("document.documentElement.dataset.live") }

    func signIn(_ name: String = "ada", _ password: String = "lovelace") async throws {
        try await wait("document.querySelector('[name=\"signin.name\"]')")
        try await type(name, into: "[name='signin.name']")
        try await type(password, into: "[name='signin.password']")
        // The server enables the button once both fields are filled.
        try await wait("!document.querySelector('[data-enabled=sign-in]').disabled")
        try await press("Enter")
    }
}
