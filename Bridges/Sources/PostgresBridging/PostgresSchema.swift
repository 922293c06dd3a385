/// The tables of a log, and how they become those of this version.
enum PostgresSchema {
    /// Creates or upgrades the tables, in one transaction.
    ///
    /// Several processes may do so at the same time: the first one locks the others out.
    ///
    /// - Throws: `PostgresError`, also if a newer version has made the tables.
    static func create(in session: PostgresSession) throws {
        try create(upgrades, in: session)
    }

    /// Runs the statements that lead from each version to the next.
    static func create(_ upgrades: [String], in session: PostgresSession) throws {
        let isMade = try session.rows("SELECT (to_regclass('signalbox_schema') IS NOT NULL)::int") { $0.integer(0) }
        if isMade == [1], try version(in: session, atMost: upgrades.count) == upgrades.count { return }
        try session.inTransaction {
            try session.run("SELECT 1 FROM pg_advisory_xact_lock(7359002411)")
            try session.execute("CREATE TABLE IF NOT EXISTS signalbox_schema (version int PRIMARY KEY)")
            let version = try version(in: session, atMost: upgrades.count)
            for (index, sql) in upgrades.enumerated().dropFirst(version) {
                try session.execute(sql)
                try session.run("INSERT INTO signalbox_schema VALUES ($1)", [.integer(Int64(index + 1))])
            }
        }
    }

    private static func version(in session: PostgresSession, atMost known: Int) throws -> Int {
        let rows = try session.rows("SELECT coalesce(max(version), 0) FROM signalbox_schema") { $0.integer(0) }
        let version = Int(rows.first ?? 0)
        guard version <= known else {
            throw PostgresError(text: "the tables of the log have version \(version), and this program knows \(known)")
        }
        return version
    }

    /// The statements that lead from each version to the next.
    private static let upgrades = [[stream, entry, sender, cursor, append].joined(separator: ";\n")]

    // By its identity, a reader knows that a stream was removed and made again. Names have no letters of other languages, and are compared faster as bytes.
    private static let stream = """
        CREATE TABLE signalbox_stream (
            name text COLLATE "C" PRIMARY KEY,
            first bigint NOT NULL DEFAULT 1,
            last bigint NOT NULL DEFAULT 0,
            identity text NOT NULL DEFAULT md5(random()::text || clock_timestamp()::text)
        )
        """

    private static let entry = """
        CREATE TABLE signalbox_entry (
            stream text COLLATE "C" NOT NULL,
            position bigint NOT NULL,
            sender text COLLATE "C" NOT NULL,
            number bigint NOT NULL,
            type text NOT NULL,
            version bigint NOT NULL,
            depth bigint NOT NULL,
            traceparent text,
            payload bytea NOT NULL,
            PRIMARY KEY (stream, position)
        );
        CREATE UNIQUE INDEX signalbox_entry_random ON signalbox_entry (stream, sender, number)
        WHERE right(sender, 1) = '+'
        """

    private static let sender = """
        CREATE TABLE signalbox_sender (
            stream text COLLATE "C" NOT NULL,
            sender text COLLATE "C" NOT NULL,
            last bigint NOT NULL,
            used timestamptz NOT NULL,
            PRIMARY KEY (stream, sender)
        )
        """

    private static let cursor = """
        CREATE TABLE signalbox_cursor (
            stream text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL,
            position bigint NOT NULL,
            term bigint NOT NULL,
            reader text NOT NULL,
            until timestamptz NOT NULL,
            lease interval NOT NULL,
            identity text NOT NULL,
            PRIMARY KEY (stream, name)
        )
        """

    /// Appends entries of one sender whose numbers grow, or one entry of a transaction.
    ///
    /// The row of the stream is locked until the transaction ends, so positions are dense, and in the order of commits. Entries that the
    /// log has appended before are the first ones.
    private static let append = """
        CREATE FUNCTION signalbox_append(
            stream_name text, sender_name text, numbers bigint[], types text[], versions bigint[], depths bigint[],
            traceparents text[], payloads bytea[]
        ) RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE
            end_position bigint;
            known bigint;
            skipped bigint := 0;
            new_count bigint;
        BEGIN
            SELECT last INTO end_position FROM signalbox_stream WHERE name = stream_name FOR UPDATE;
            IF NOT FOUND THEN
                INSERT INTO signalbox_stream (name) VALUES (stream_name) ON CONFLICT DO NOTHING;
                SELECT last INTO end_position FROM signalbox_stream WHERE name = stream_name FOR UPDATE;
            END IF;
            IF right(sender_name, 1) = '+' THEN
                SELECT e.number INTO known FROM signalbox_entry e
                WHERE e.stream = stream_name AND e.sender = sender_name AND e.number = numbers[1]
                AND right(e.sender, 1) = '+';
            ELSE
                SELECT s.last INTO known FROM signalbox_sender s
                WHERE s.stream = stream_name AND s.sender = sender_name;
            END IF;
            IF numbers[1] <= known THEN
                SELECT count(*) INTO skipped FROM unnest(numbers) AS n(number) WHERE n.number <= known;
            END IF;
            new_count := cardinality(numbers) - skipped;
            IF new_count = 0 THEN RETURN end_position; END IF;
            INSERT INTO signalbox_entry
                (stream, position, sender, number, type, version, depth, traceparent, payload)
            SELECT stream_name, end_position + u.o - skipped, sender_name, u.number, u.type, u.version, u.depth,
                u.traceparent, u.payload
            FROM unnest(numbers, types, versions, depths, traceparents, payloads) WITH ORDINALITY
                AS u(number, type, version, depth, traceparent, payload, o)
            WHERE u.o > skipped;
            UPDATE signalbox_stream SET last = end_position + new_count WHERE name = stream_name;
            IF right(sender_name, 1) <> '+' THEN
                INSERT INTO signalbox_sender AS s (stream, sender, last, used)
                VALUES (stream_name, sender_name, numbers[cardinality(numbers)], clock_timestamp())
                ON CONFLICT (stream, sender) DO UPDATE SET last = excluded.last, used = excluded.used;
            END IF;
            RETURN end_position + new_count;
        END $$
        """
}
