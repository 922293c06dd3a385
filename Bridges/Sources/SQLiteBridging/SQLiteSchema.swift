import GRDB

/// The tables of a log, and how they become those of this version.
enum SQLiteSchema {
    /// Creates or upgrades the tables.
    ///
    /// Several processes may do so at the same time.
    ///
    /// - Throws: An error of the database, also if a newer version has made the tables.
    static func create(in writer: DatabaseQueue) throws {
        try create(upgrades, in: writer)
    }

    /// Runs the statements that lead from each version to the next.
    static func create(_ upgrades: [String], in writer: DatabaseQueue) throws {
        try writer.writeWithoutTransaction { database in
            try database.inTransaction(.immediate) {
                try database.execute(sql: "CREATE TABLE IF NOT EXISTS signalbox_schema (version INTEGER NOT NULL)")
                let version = try Int.fetchOne(database, sql: "SELECT max(version) FROM signalbox_schema") ?? 0
                guard version <= upgrades.count else { throw isNewer(version, than: upgrades.count) }
                for (index, sql) in upgrades.enumerated().dropFirst(version) {
                    try database.execute(sql: sql)
                    try database.execute(
                        sql: "INSERT INTO signalbox_schema (version) VALUES (?)", arguments: [index + 1])
                }
                return .commit
            }
        }
    }

    private static func isNewer(_ version: Int, than known: Int) -> DatabaseError {
        DatabaseError(message: "the tables of the log have version \(version), and this program knows \(known)")
    }

    /// The statements that lead from each version to the next.
    ///
    /// By its identity, a reader knows that a stream was removed and made again.
    private static let upgrades = [
        """
        CREATE TABLE signalbox_stream (
            name TEXT PRIMARY KEY NOT NULL,
            first INTEGER NOT NULL DEFAULT 1,
            last INTEGER NOT NULL DEFAULT 0,
            identity TEXT NOT NULL DEFAULT (hex(randomblob(16)))
        ) WITHOUT ROWID;
        CREATE TABLE signalbox_entry (
            stream TEXT NOT NULL,
            position INTEGER NOT NULL,
            sender TEXT NOT NULL,
            number INTEGER NOT NULL,
            type TEXT NOT NULL,
            version INTEGER NOT NULL,
            depth INTEGER NOT NULL,
            traceparent TEXT,
            payload BLOB NOT NULL,
            PRIMARY KEY (stream, position)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX signalbox_entry_random ON signalbox_entry (stream, sender, number)
        WHERE substr(sender, -1) = '+';
        CREATE TABLE signalbox_sender (
            stream TEXT NOT NULL,
            sender TEXT NOT NULL,
            last INTEGER NOT NULL,
            used INTEGER NOT NULL,
            PRIMARY KEY (stream, sender)
        ) WITHOUT ROWID;
        CREATE TABLE signalbox_cursor (
            stream TEXT NOT NULL,
            name TEXT NOT NULL,
            position INTEGER NOT NULL,
            term INTEGER NOT NULL,
            reader TEXT NOT NULL,
            until INTEGER NOT NULL,
            lease INTEGER NOT NULL,
            identity TEXT NOT NULL,
            PRIMARY KEY (stream, name)
        ) WITHOUT ROWID;
        \(appending)
        """
    ]

    /// A view for one entry in a transaction of the app.
    private static let appending = """
        CREATE VIEW signalbox_append AS
        SELECT stream, sender, number, type, version, depth, traceparent, payload FROM signalbox_entry;
        CREATE TRIGGER signalbox_append_entry INSTEAD OF INSERT ON signalbox_append
        WHEN NOT EXISTS (
            SELECT 1 FROM signalbox_sender WHERE stream = new.stream AND sender = new.sender AND last >= new.number
        ) AND NOT EXISTS (
            SELECT 1 FROM signalbox_entry
            WHERE stream = new.stream AND sender = new.sender AND number = new.number AND substr(sender, -1) = '+'
        ) BEGIN
            INSERT INTO signalbox_stream (name, last) VALUES (new.stream, 1)
            ON CONFLICT (name) DO UPDATE SET last = last + 1;
            INSERT INTO signalbox_entry (stream, position, sender, number, type, version, depth, traceparent, payload)
            SELECT new.stream, last, new.sender, new.number, new.type, new.version, new.depth, new.traceparent, new.payload
            FROM signalbox_stream WHERE name = new.stream;
            INSERT INTO signalbox_sender (stream, sender, last, used)
            SELECT new.stream, new.sender, new.number, \(SQLiteTime.now) WHERE substr(new.sender, -1) <> '+'
            ON CONFLICT (stream, sender) DO UPDATE SET last = excluded.last, used = excluded.used;
        END;
        """
}
