import GRDB

/// The tables of a log, and how they become those of this version.
enum SQLiteSchema {
    /// Creates or upgrades the tables.
    ///
    /// Several processes may do so at the same time.
    static func create(in writer: DatabaseQueue) throws {
        try writer.writeWithoutTransaction { database in
            try database.inTransaction(.immediate) {
                try database.execute(sql: "CREATE TABLE IF NOT EXISTS signalbox_schema (version INTEGER NOT NULL)")
                let version = try Int.fetchOne(database, sql: "SELECT max(version) FROM signalbox_schema") ?? 0
                for (index, sql) in upgrades.enumerated().dropFirst(version) {
                    try database.execute(sql: sql)
                    try database.execute(
                        sql: "INSERT INTO signalbox_schema (version) VALUES (?)", arguments: [index + 1])
                }
                return .commit
            }
        }
    }

    /// The statements that lead from each version to the next.
    private static let upgrades = [
        """
        CREATE TABLE signalbox_stream (
            name TEXT PRIMARY KEY NOT NULL,
            first INTEGER NOT NULL DEFAULT 1,
            last INTEGER NOT NULL DEFAULT 0
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
        CREATE UNIQUE INDEX signalbox_entry_identity ON signalbox_entry (stream, sender, number);
        CREATE TRIGGER signalbox_entry_position AFTER INSERT ON signalbox_entry
        WHEN new.position > coalesce((SELECT last FROM signalbox_stream WHERE name = new.stream), 0) BEGIN
            INSERT INTO signalbox_stream (name, last) VALUES (new.stream, new.position)
            ON CONFLICT (name) DO UPDATE SET last = excluded.last;
        END;
        CREATE TABLE signalbox_cursor (
            stream TEXT NOT NULL,
            name TEXT NOT NULL,
            position INTEGER NOT NULL,
            term INTEGER NOT NULL,
            reader TEXT NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (stream, name)
        ) WITHOUT ROWID;
        """
    ]
}
