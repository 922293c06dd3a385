import Testing

/// The server over real connections.
@Suite("The server", .serialized, .timeLimit(.minutes(10))) struct ServerTests {}
