/**
 * Moves of accounts in the directory. The row of a move decides which pod has the account: the source until the row is
 * `decided`, the target from then on. A command changes nothing in a pod that the row does not allow, even if it runs
 * late.
 */

/** An account on its way from one pod to another. */
export interface Move {
  accountId: string;
  source: string;
  target: string;
  /** A move that is decided cannot be cancelled, one that is cancelled not be continued. */
  state: 'begun' | 'decided' | 'cancelled';
}

/** What names an account in a request (router-config.ts): the prefix of a key, the SHA-256 of a token, or an id. */
export interface Carrier {
  name: string;
  /** Null: it does not expire. */
  expiresAt: Date | null;
}

export interface DirectoryMoves {
  find(accountId: string): Promise<Move | null>;
  /** Begins a move, unless there is one: returns the one that there is. Nobody can sign in with the addresses meanwhile. */
  begin(move: Omit<Move, 'state'>, emails: readonly string[]): Promise<Move>;
  /** Gives the account with its addresses and carriers to the target. False: the move was cancelled. */
  decide(move: Move, its: { emails: readonly string[]; carriers: readonly Carrier[] }): Promise<boolean>;
  /** False: the move is decided. */
  cancel(accountId: string): Promise<boolean>;
  /** Forgets the move: its addresses can be used again. */
  end(accountId: string): Promise<void>;
  /** What has moved, with the pod that has it now. */
  carriers(): Promise<{ name: string; pod: string }[]>;
}

export const MOVE_TABLES = `
  CREATE TABLE IF NOT EXISTS moves (
    account_id text PRIMARY KEY,
    source text NOT NULL REFERENCES pods,
    target text NOT NULL REFERENCES pods,
    state text NOT NULL,
    begun_at timestamptz NOT NULL DEFAULT now()
  );
  ALTER TABLE addresses ADD COLUMN IF NOT EXISTS moves text REFERENCES moves ON DELETE SET NULL;
  CREATE INDEX IF NOT EXISTS addresses_that_move ON addresses (moves) WHERE moves IS NOT NULL;
  CREATE TABLE IF NOT EXISTS carriers (
    name text PRIMARY KEY,
    pod text NOT NULL REFERENCES pods,
    expires_at timestamptz
  );
`;

const MOVE = `account_id AS "accountId", source, target, state`;

type Rows = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

export function makeDirectoryMoves(rows: Rows): DirectoryMoves {
  const find = async (accountId: string): Promise<Move | null> =>
    (await rows<Move>(`SELECT ${MOVE} FROM moves WHERE account_id = $1`, [accountId]))[0] ?? null;

  return {
    find,
    async begin({ accountId, source, target }, emails) {
      await rows(
        `WITH begun AS (
           INSERT INTO moves (account_id, source, target, state) VALUES ($1, $2, $3, 'begun') ON CONFLICT DO NOTHING RETURNING 1
         )
         UPDATE addresses SET moves = $1 WHERE email = ANY($4) AND pod = $2 AND EXISTS (SELECT FROM begun)`,
        [accountId, source, target, emails],
      );
      const move = await find(accountId);
      if (!move) throw new Error('The move was ended by another command');
      return move;
    },
    async decide({ accountId, source, target }, { emails, carriers }) {
      const decided = await rows(
        `WITH decided AS (
           UPDATE moves SET state = 'decided' WHERE account_id = $1 AND state <> 'cancelled' RETURNING account_id
         ), led AS (
           UPDATE addresses SET pod = $3, moves = $1 WHERE email = ANY($4) AND pod = $2 AND EXISTS (SELECT FROM decided)
         ), moved AS (
           INSERT INTO carriers (name, pod, expires_at)
           SELECT c.name, $3, c.expires_at FROM unnest($5::text[], $6::timestamptz[]) AS c(name, expires_at), decided
           ON CONFLICT (name) DO UPDATE SET pod = excluded.pod, expires_at = excluded.expires_at
         )
         SELECT FROM decided`,
        [accountId, source, target, emails, carriers.map(({ name }) => name), carriers.map((one) => one.expiresAt)],
      );
      return decided.length > 0;
    },
    async cancel(accountId) {
      const [move] = await rows<{ state: Move['state'] }>(
        `UPDATE moves SET state = CASE state WHEN 'begun' THEN 'cancelled' ELSE state END
          WHERE account_id = $1 RETURNING state`,
        [accountId],
      );
      return move?.state !== 'decided';
    },
    async end(accountId) {
      await rows(
        `WITH free AS (UPDATE addresses SET moves = NULL, claimed_at = now() WHERE moves = $1)
         DELETE FROM moves WHERE account_id = $1`,
        [accountId],
      );
    },
    async carriers() {
      await rows('DELETE FROM carriers WHERE expires_at < now()');
      return rows('SELECT name, pod FROM carriers ORDER BY name');
    },
  };
}
