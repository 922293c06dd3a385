import BrowserDriver

extension BrowserTab {
    /// Waits until the page gets live updates.
    func live() async throws { try await wait("document.documentElement.dataset.live") }

    func signIn(_ name: String = "ada", _ password: String = "lovelace") async throws {
        try await wait("document.querySelector('[name=\"signInFields.name\"]')")
        try await type(name, into: "[name='signInFields.name']")
        try await type(password, into: "[name='signInFields.password']")
        // The server enables the button once both fields are filled.
        try await wait("!document.querySelector('[data-enabled=sign-in]').disabled")
        try await press("Enter")
    }

    /// Fills in the fields of the page that asks where an order goes.
    func enterAddress() async throws {
        try await type("Lane 3", into: "[data-bind='profile.address.street']")
        try await type("Wien", into: "[data-bind='profile.address.city']")
        try await type("1010", into: "[data-bind='profile.address.zip']")
    }
}
