import Testing

/// The server over real connections.
@Suite("The server", .serialized, .timeLimit(.minutes(1))) struct ServerTests {}
