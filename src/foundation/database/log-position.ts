/** A position in the write-ahead log, in bytes from its start: the same on the primary and its replicas. */
export type LogPosition = bigint;

/** What the primary has written, committed or not, in SQL. */
export const WRITTEN_POSITION = inBytes('pg_current_wal_insert_lsn()');
/** Up to where a replica has repeated it; null on what is none. */
export const REPLAYED_POSITION = inBytes('pg_last_wal_replay_lsn()');

function inBytes(position: string): string {
  return `pg_wal_lsn_diff(${position}, '0/0')::text`;
}

export const parsePosition = (selected: string): LogPosition => BigInt(selected);
