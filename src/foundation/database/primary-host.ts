import pg from 'pg';

/** Which of several hosts connections are made to. */
export interface HostChoice {
  /** Its address. Rejects when there is none, with the reason of each. */
  find(): Promise<string>;
  /** Forgets which one that was: a connection to it failed. */
  forget(): void;
  /** Rejects where a new session is not with the server that it is to be. */
  check(query: SessionQuery): Promise<void>;
}

/** Sends a statement to a new session. */
export type SessionQuery = (text: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** Connections that are opened at once use one answer. */
const KNOWN_MS = 1_000;

/** Chooses the host that accepts writes. */
export function makePrimaryHost(hosts: readonly string[], timeoutMs: number): HostChoice {
  let known: { host: Promise<string>; until: number } | null = null;
  return {
    find() {
      const now = performance.now();
      if (known && now < known.until) return known.host;
      const host = findPrimary(hosts, timeoutMs);
      const found = { host, until: Number.POSITIVE_INFINITY };
      known = found;
      host.then(
        () => {
          found.until = performance.now() + KNOWN_MS;
        },
        () => {
          if (known === found) known = null;
        },
      );
      return host;
    },
    forget() {
      known = null;
    },
    check: assertAcceptsWrites,
  };
}

async function findPrimary(hosts: readonly string[], timeoutMs: number): Promise<string> {
  const attempts = hosts.map((host) => assertPrimary(host, timeoutMs));
  try {
    return await Promise.any(attempts);
  } catch (error) {
    const { errors } = error as AggregateError;
    const reasons = hosts.map((host, i) => `${new URL(host).host}: ${errors[i]?.message || errors[i]?.code}`);
    const failure = new Error(`No host accepts writes (${reasons.join('; ')})`, { cause: errors[0] });
    throw Object.assign(failure, { code: errors.find(({ code }) => code === IN_RECOVERY)?.code ?? errors[0]?.code });
  }
}

/** Postgres' own code for a server that cannot be used yet, which a standby is until it is promoted. */
const IN_RECOVERY = '57P03';

/** Returns the address of a host that accepts writes. */
async function assertPrimary(host: string, timeoutMs: number): Promise<string> {
  const client = new pg.Client({
    connectionString: host,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'primary-host',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await assertAcceptsWrites((text) => client.query(text));
    return host;
  } finally {
    // It may be a host that answers nothing any more.
    client.end().catch(() => undefined);
    setTimeout(() => client.connection.stream.destroy(), timeoutMs).unref();
  }
}

/** @throws an error that says so, where the server of a session is a standby or accepts no writes. */
async function assertAcceptsWrites(query: SessionQuery): Promise<void> {
  const { rows } = await query(
    `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS refuses`,
  );
  if (rows[0]?.refuses) throw Object.assign(new Error('it is a standby'), { code: IN_RECOVERY });
}
