import type { Logger } from 'pino';
import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { LEASE_MS, type LiveUsage } from './live-usage.js';
import { deleteProcess, lowerUsage, renewProcess, reserveUsage } from './live-usage.repository.js';

/** Limits the sockets and subscriptions of accounts across all API processes. */
export interface UsageLimiter {
  /** Counts a web socket of an account; returns a function that releases it. SOCKET_LIMIT_REACHED. */
  openSocket(accountId: string): Promise<() => void>;
  /** Counts a subscription of an account; returns a function that releases it. SUBSCRIPTION_LIMIT_REACHED. */
  openSubscription(accountId: string): Promise<() => void>;
  /** What this process holds, of all accounts. */
  held(): LiveUsage;
  stop(): Promise<void>;
}

const RENEWED_EVERY_MS = LEASE_MS / 3;

interface Waiting {
  grant(): void;
  refuse(error: unknown): void;
}

/** What this process holds of an account. */
interface Held {
  /** What is open. */
  open: LiveUsage;
  /** What Postgres knows of it. */
  stored: LiveUsage;
  waiting: Record<keyof LiveUsage, Waiting[]>;
  /** The statements in flight, while there are any. */
  settling: Promise<void> | null;
}

const KINDS = ['sockets', 'subscriptions'] as const satisfies (keyof LiveUsage)[];

/**
 * This process's part of the counts, in memory, and its copy in Postgres. Each account has at most one statement in
 * flight: changes made meanwhile are batched into the next one. A copy always holds the absolute number, so a failed
 * write is corrected by the next.
 */
export function makeUsageLimiter(needs: {
  db: Db;
  transaction: Transaction;
  limits: LiveUsage;
  log: Logger;
}): UsageLimiter {
  const { db, transaction, limits, log } = needs;
  const processId = newId();
  const accounts = new Map<string, Held>();
  let renewal: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Resolves when this process has a lease, which is kept from then on. */
  function beAlive(): Promise<void> {
    timer ??= setInterval(() => void renew(), RENEWED_EVERY_MS);
    renewal ??= renewProcess(db, processId).catch((error) => {
      renewal = undefined;
      throw error;
    });
    return renewal;
  }

  async function renew(): Promise<void> {
    if (accounts.size === 0) {
      clearInterval(timer);
      timer = undefined;
      renewal = undefined;
      return;
    }
    try {
      await renewProcess(db, processId);
      for (const [accountId, held] of accounts) settle(accountId, held);
    } catch (error) {
      log.warn({ err: error }, 'The lease of open web sockets could not be renewed');
    }
  }

  const isSettled = ({ open, stored, waiting }: Held) =>
    KINDS.every((kind) => open[kind] === stored[kind] && waiting[kind].length === 0);

  function settle(accountId: string, held: Held): void {
    held.settling ??= storeChanges(accountId, held);
  }

  async function storeChanges(accountId: string, held: Held): Promise<void> {
    // Changes of the same moment are stored together.
    await Promise.resolve();
    try {
      while (!isStopped && !isSettled(held)) await store({ accountId, processId }, held);
    } catch (error) {
      log.warn({ err: error }, 'The usage of an account’s subscriptions could not be stored');
    } finally {
      held.settling = null;
    }
    if (isSettled(held) && KINDS.every((kind) => held.open[kind] === 0)) accounts.delete(accountId);
  }

  async function store(key: { accountId: string; processId: string }, held: Held): Promise<void> {
    const open = { ...held.open };
    const waiting = { sockets: held.waiting.sockets.splice(0), subscriptions: held.waiting.subscriptions.splice(0) };
    if (KINDS.every((kind) => waiting[kind].length === 0)) {
      await lowerUsage(db, key, open);
      held.stored = open;
      return;
    }
    const wanted = {
      sockets: open.sockets + waiting.sockets.length,
      subscriptions: open.subscriptions + waiting.subscriptions.length,
    };
    try {
      await beAlive();
      held.stored = await reserveUsage(transaction, key, { wanted, held: open, limits });
    } catch (error) {
      for (const { refuse } of KINDS.flatMap((kind) => [...waiting[kind], ...held.waiting[kind].splice(0)])) {
        refuse(error);
      }
      throw error;
    }
    for (const kind of KINDS) {
      const granted = held.stored[kind] - open[kind];
      held.open[kind] += granted;
      for (const [index, { grant, refuse }] of waiting[kind].entries()) {
        if (index < granted) grant();
        else refuse(refusalOf(kind, limits[kind]));
      }
    }
  }

  async function hold(kind: keyof LiveUsage, accountId: string): Promise<() => void> {
    if (isStopped) return () => undefined;
    const held = accounts.get(accountId) ?? {
      open: { sockets: 0, subscriptions: 0 },
      stored: { sockets: 0, subscriptions: 0 },
      waiting: { sockets: [], subscriptions: [] },
      settling: null,
    };
    accounts.set(accountId, held);
    await new Promise<void>((grant, refuse) => {
      held.waiting[kind].push({ grant, refuse });
      settle(accountId, held);
    });
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      held.open[kind] -= 1;
      settle(accountId, held);
    };
  }

  return {
    openSocket: (accountId) => hold('sockets', accountId),
    openSubscription: (accountId) => hold('subscriptions', accountId),
    held() {
      const total = { sockets: 0, subscriptions: 0 };
      for (const { open } of accounts.values()) for (const kind of KINDS) total[kind] += open[kind];
      return total;
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      // A reservation in flight would fail when its process is deleted.
      await Promise.all([...accounts.values()].map(({ settling }) => settling));
      // The process closes everything it serves: what still waits for its reservation needs none.
      for (const { waiting } of accounts.values()) {
        for (const { grant } of KINDS.flatMap((kind) => waiting[kind].splice(0))) grant();
      }
      // If Postgres is unavailable, the lease expires.
      if (renewal) await deleteProcess(db, processId).catch(() => undefined);
    },
  };
}

const refusalOf = (kind: keyof LiveUsage, limit: number): AppError =>
  kind === 'sockets'
    ? new AppError('SOCKET_LIMIT_REACHED', { limit })
    : new AppError('SUBSCRIPTION_LIMIT_REACHED', { limit, scope: 'account' });
