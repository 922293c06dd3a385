/// The tables of a log, and how they become those of this version.
enum PostgresSchema {
    /// Creates or upgrades the tables, in one transaction.
    ///
    /// Several processes may do so at the same time: the first one locks the others out.
    static func create(by execute: (String, [String?]) throws -> [[String?]]) throws {
        let known = try execute("SELECT to_regclass('signalbox_schema') IS NOT NULL", [])
        if known.first?.first == "t", try version(execute) == upgrades.count { return }
        _ = try execute("BEGIN", [])
        do {
            _ = try execute("SELECT pg_advisory_xact_lock(7359002411)", [])
            _ = try execute("CREATE TABLE IF NOT EXISTS signalbox_schema (version int PRIMARY KEY)", [])
            for (index, statements) in upgrades.enumerated().dropFirst(try version(execute)) {
                for sql in statements { _ = try execute(sql, []) }
                _ = try execute("INSERT INTO signalbox_schema VALUES ($1)", ["\(index + 1)"])
            }
            _ = try execute("COMMIT", [])
        } catch {
            _ = try? execute("ROLLBACK", [])
            throw error
        }
    }

    private static func version(_ execute: (String, [String?]) throws -> [[String?]]) throws -> Int {
        let rows = try execute("SELECT coalesce(max(version), 0) FROM signalbox_schema", [])
        return rows.first?.first.flatMap { $0.flatMap { Int($0) } } ?? 0
    }

    /// The statements that lead from each version to the next.
    private static let upgrades = [[stream, entry, cursor, append]]

    private static let stream = """
        CREATE TABLE signalbox_stream (
            name text PRIMARY KEY,
            first bigint NOT NULL DEFAULT 1,
            last bigint NOT NULL DEFAULT 0
        )
        """

    private static let entry = """
        CREATE TABLE signalbox_entry (
            stream text NOT NULL,
            position bigint NOT NULL,
            sender text NOT NULL,
            number bigint NOT NULL,
            type text NOT NULL,
            version bigint NOT NULL,
            depth bigint NOT NULL,
            traceparent text,
            payload bytea NOT NULL,
            PRIMARY KEY (stream, position),
            UNIQUE (stream, sender, number)
        )
        """

    private static let cursor = """
        CREATE TABLE signalbox_cursor (
            stream text NOT NULL,
            name text NOT NULL,
            position bigint NOT NULL,
            term bigint NOT NULL,
            reader text NOT NULL,
            until timestamptz NOT NULL,
            PRIMARY KEY (stream, name)
        )
        """

    /// Appends entries.
    ///
    /// The row of the stream is locked until the transaction ends, so positions are dense, and in the order of commits.
    private static let append = """
        CREATE FUNCTION signalbox_append(
            s text, senders text[], numbers bigint[], types text[], versions bigint[], depths bigint[],
            traceparents text[], payloads bytea[]
        ) RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE
            l bigint;
            n bigint;
        BEGIN
            INSERT INTO signalbox_stream (name) VALUES (s) ON CONFLICT DO NOTHING;
            SELECT last INTO l FROM signalbox_stream WHERE name = s FOR UPDATE;
            INSERT INTO signalbox_entry
            SELECT s, l + row_number() OVER (ORDER BY u.o), u.sender, u.number, u.type, u.version, u.depth,
                u.traceparent, u.payload
            FROM unnest(senders, numbers, types, versions, depths, traceparents, payloads) WITH ORDINALITY
                AS u(sender, number, type, version, depth, traceparent, payload, o)
            WHERE NOT EXISTS (
                SELECT FROM signalbox_entry e WHERE e.stream = s AND e.sender = u.sender AND e.number = u.number);
            GET DIAGNOSTICS n = ROW_COUNT;
            UPDATE signalbox_stream SET last = l + n WHERE name = s;
            RETURN l + n;
        END $$
        """
}
