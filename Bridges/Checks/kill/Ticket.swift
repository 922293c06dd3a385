/// The message of the check, with a number that no other one has.
struct Ticket: Codable, Sendable {
    let id: String
}
