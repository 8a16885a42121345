/**
 * The position of a reader in the rows that an account's transactions store.
 *
 * Values assigned before the commit (a sequence, a time) do not reflect the order of commits: a reader that remembers
 * the highest value seen misses rows that commit later with a lower one. A Postgres snapshot is exact: a transaction is
 * in it, or it is not. So everything is read in windows between two snapshots, each row in the one window whose first
 * snapshot lacks its transaction and whose second has it.
 */

/** The transactions that have ended: those below `end`, but for the ones that were `running`, in their order. */
export interface Snapshot {
  end: bigint;
  running: bigint[];
}

/** The order in a window. `position` never falls from one row of a group to the next. */
export interface Key {
  position: bigint;
  id: string;
  sequence: number;
}

/** What has been delivered: everything in `from`, and in the window from there up to `to` everything up to `key`. */
export interface FeedPosition {
  from: Snapshot;
  to: Snapshot | null;
  key: Key | null;
}

export const startAt = (from: Snapshot): FeedPosition => ({ from, to: null, key: null });

/**
 * The snapshot as it is up to the transaction `last`, which is of a row that was read. It loses nothing when no later
 * row was; and what Postgres gives no second time after a crash is only the number of a transaction that was stored.
 */
export const upTo = ({ end, running }: Snapshot, last: bigint): Snapshot => ({
  end: last + 1n < end ? last + 1n : end,
  running: running.filter((id) => id <= last),
});

/** Where the next window begins when this one has been read to its end. */
export function nextWindow({ from, to, key }: FeedPosition): FeedPosition {
  if (!to || !key) return startAt(from);
  return startAt(upTo(to, key.position > from.end - 1n ? key.position : from.end - 1n));
}

/** As Postgres writes it: `xmin:xmax:running,…`. */
export const printSnapshot = ({ end, running }: Snapshot): string => `${running[0] ?? end}:${end}:${running.join(',')}`;

/** Throws on values that Postgres would reject. */
export function parseSnapshot(text: string): Snapshot {
  const [first, last, ids, ...others] = text.split(':');
  const end = xid(last);
  const running = ids === '' ? [] : (ids ?? '').split(',').map(xid);
  const bounds = [...running, end];
  const ascending = bounds.every((id, index) => index === 0 || id > (bounds[index - 1] ?? id));
  if (others.length > 0 || !ascending || xid(first) > (bounds[0] ?? 0n)) throw new Error('Not a snapshot');
  return { end, running };
}

/** A transaction id; throws if it is not one. */
function xid(text = ''): bigint {
  const id = /^\d{1,19}$/.test(text) ? BigInt(text) : 0n;
  if (id < 1n || id >= 2n ** 63n) throw new Error('Not a transaction id');
  return id;
}

/** A position as an opaque cursor for clients: base64url of JSON. Only positions after a delivered event are issued. */
export function encodePosition({ from, to, key }: FeedPosition): string {
  const parts = [from, to ?? from].map(printSnapshot);
  const text = JSON.stringify([...parts, String(key?.position), key?.id, key?.sequence]);
  return Buffer.from(text).toString('base64url');
}

/** Reads what `encodePosition` wrote; undefined for anything else. */
export function decodePosition(cursor: string): (FeedPosition & { to: Snapshot; key: Key }) | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 5) return undefined;
    const [from, to, position, id, sequence] = parts;
    if (![from, to, position, id].every((part) => typeof part === 'string')) return undefined;
    if (!/^[0-9a-f]{24}$/.test(id)) return undefined;
    if (!Number.isInteger(sequence) || sequence < 0 || sequence > 2 ** 31 - 1) return undefined;
    const key = { position: xid(position), id, sequence };
    return { from: parseSnapshot(from), to: parseSnapshot(to), key };
  } catch {
    return undefined;
  }
}
