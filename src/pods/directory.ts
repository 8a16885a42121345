/**
 * The directory of all pods: a small Postgres database with the e-mail address of every account and its pod. An address
 * has one row, so that one pod has it. Only sign-up, sign-in, password reset and changes of an address read it.
 *
 * A pod claims an address before an account gets it, and never in one transaction with it. What a crash leaves between
 * the two is a claim without an account, which `keepDirectory` releases.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import type { ClaimAddress } from '../domain/identity/account/claim-address.port.js';
import { makeConnections } from '../foundation/database/connections.js';
import { AppError } from '../foundation/errors/app-error.js';
import { RETRY_AFTER_SECONDS } from '../foundation/errors/temporary-failure.js';
import { type DirectoryMoves, MOVE_TABLES, makeDirectoryMoves } from './directory-moves.js';
import { pickPod, type WeightedPod } from './pick-pod.js';

/** Somebody waits for each of these statements. */
const LIMITS = { connectMs: 2_000, queryMs: 3_000 };
const POOL_SIZE = 4;
const KEY_BYTES = 32;

const TABLES = `
  CREATE TABLE IF NOT EXISTS pods (
    pod text PRIMARY KEY CHECK (pod ~ '^[0-9a-f]{2}$'),
    weight integer NOT NULL CHECK (weight BETWEEN 0 AND 1000)
  );
  CREATE TABLE IF NOT EXISTS addresses (
    email text PRIMARY KEY,
    pod text NOT NULL REFERENCES pods,
    claimed_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX IF NOT EXISTS addresses_of_pod ON addresses (pod, email);
  CREATE TABLE IF NOT EXISTS directory_key (id boolean PRIMARY KEY DEFAULT true CHECK (id), key bytea NOT NULL);
`;

export interface Directory {
  /**
   * The pod whose account has the address, or that would take an account with it. Error: DIRECTORY_UNAVAILABLE, also while
   * the account moves to another pod.
   */
  podOf(email: string): Promise<string>;
  claim: ClaimAddress;
  /** Claims addresses of accounts that exist; returns those that another pod has. */
  claimAll(emails: readonly string[]): Promise<string[]>;
  /** Addresses of this pod that were claimed before that time, in order, after one. */
  claimedBefore(time: Date, page: { after: string; limit: number }): Promise<string[]>;
  /** Gives up addresses that were claimed before that time; those of an account that moves are kept. */
  release(emails: readonly string[], before: Date): Promise<number>;
  /** Adds this pod with its weight, and makes the tables of a new directory. A pod that is there keeps its weight. */
  addPod(weight: number): Promise<void>;
  pods(): Promise<WeightedPod[]>;
  /** False: the directory has no such pod. */
  setWeight(pod: string, weight: number): Promise<boolean>;
  moves: DirectoryMoves;
  close(): Promise<void>;
}

const unavailable = () => new AppError('DIRECTORY_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** A row of `addresses`; `moves`: its account moves to another pod. */
interface Known {
  pod: string;
  moves: string | null;
}

/** The directory at an address, for a process of a pod. Every method rejects with DIRECTORY_UNAVAILABLE while it is away. */
export function openDirectory(url: string, { pod, log }: { pod: string; log: Logger }): Directory {
  const pool = new pg.Pool({ ...makeConnections(url, { limits: LIMITS }).options, max: POOL_SIZE });
  // Of connections that nobody uses.
  pool.on('error', (error) => log.warn({ err: error }, 'A connection to the directory was lost'));

  async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    try {
      return (await pool.query(text, values)).rows;
    } catch (error) {
      log.error({ err: error }, 'The directory of pods cannot be used');
      throw unavailable();
    }
  }

  const pods = () => rows<WeightedPod>('SELECT pod, weight FROM pods ORDER BY pod');

  return {
    pods,
    async podOf(email) {
      const [known, all, [secret]] = await Promise.all([
        rows<Known>('SELECT pod, moves FROM addresses WHERE email = $1', [email]),
        pods(),
        rows<{ key: Buffer }>('SELECT key FROM directory_key'),
      ]);
      if (known[0]?.moves) throw unavailable();
      const picked = secret ? pickPod(all, secret.key, email) : null;
      return known[0]?.pod ?? picked ?? pod;
    },
    async claim(email) {
      const [row] = await rows<Known>(
        `INSERT INTO addresses (email, pod) VALUES ($1, $2)
         ON CONFLICT (email) DO UPDATE
           SET claimed_at = CASE WHEN addresses.pod = excluded.pod THEN now() ELSE addresses.claimed_at END
         RETURNING pod, moves`,
        [email, pod],
      );
      if (row?.moves) throw unavailable();
      return row?.pod === pod;
    },
    async claimAll(emails) {
      await rows('INSERT INTO addresses (email, pod) SELECT unnest($1::text[]), $2 ON CONFLICT (email) DO NOTHING', [
        emails,
        pod,
      ]);
      const taken = await rows<{ email: string }>(
        'SELECT email FROM addresses WHERE email = ANY($1) AND pod <> $2 ORDER BY email',
        [emails, pod],
      );
      return taken.map(({ email }) => email);
    },
    async claimedBefore(time, { after, limit }) {
      const found = await rows<{ email: string }>(
        'SELECT email FROM addresses WHERE pod = $1 AND email > $2 AND claimed_at < $3 ORDER BY email LIMIT $4',
        [pod, after, time, limit],
      );
      return found.map(({ email }) => email);
    },
    async release(emails, before) {
      const gone = await rows(
        'DELETE FROM addresses WHERE pod = $1 AND email = ANY($2) AND claimed_at < $3 AND moves IS NULL RETURNING 1',
        [pod, emails, before],
      );
      return gone.length;
    },
    async addPod(weight) {
      await rows(TABLES + MOVE_TABLES);
      await rows('INSERT INTO directory_key (key) VALUES ($1) ON CONFLICT DO NOTHING', [randomBytes(KEY_BYTES)]);
      await rows('INSERT INTO pods (pod, weight) VALUES ($1, $2) ON CONFLICT DO NOTHING', [pod, weight]);
    },
    async setWeight(which, weight) {
      return (await rows('UPDATE pods SET weight = $2 WHERE pod = $1 RETURNING 1', [which, weight])).length > 0;
    },
    moves: makeDirectoryMoves(rows),
    close: () => pool.end(),
  };
}
