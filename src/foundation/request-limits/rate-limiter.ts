/** Rate limits in points per minute, counted in Postgres for all processes. */
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.js';

/** Adds points to a key and returns the total of its window, which ends a minute after it started. */
export type CountPoints = (
  key: string,
  points: number,
) => Promise<{ total: number; resetsAt: Date; resetsInMs: number }>;

/** State of a limit after a request. */
export interface RateLimitState {
  /** False: the points exceed the limit, and none were consumed. */
  allowed: boolean;
  /** Points in a minute. */
  limit: number;
  /** Points that are left. What other processes have reserved counts as used. */
  remaining: number;
  /** Whole seconds until the limit resets, at least 1. */
  resetsInSeconds: number;
}

/** Consumes points of a key; one statement serves many requests. */
export type RateLimiter = (key: string, points: number) => Promise<RateLimitState>;

/** Number of keys cached by a process; an evicted one is read from Postgres again. */
export const REMEMBERED_KEYS = 10_000;

/** A process reserves a fiftieth of a limit at a time, or what a request needs. */
const BLOCKS = 50;

/** A key's window, as this process knows it. */
interface Window {
  /** Points reserved in Postgres and not used yet. */
  reserved: number;
  /** Points counted in Postgres, for all processes. */
  total: number;
  /** Identifies the window. */
  resetsAt: number;
  /** On this process's monotonic clock. */
  endsAt: number;
  /** Points requested by waiting requests. */
  awaited: number;
  reserving: Promise<void> | null;
}

const UNKNOWN: Window = { reserved: 0, total: 0, resetsAt: 0, endsAt: 0, awaited: 0, reserving: null };

/**
 * A limit of `limit` points a minute and key. Points are counted in Postgres in blocks before they are used, so all
 * processes together never exceed the limit. A process can end a window with up to a block unused, which the others
 * cannot use.
 */
export function makeRateLimiter({ limit, count }: { limit: number; count: CountPoints }): RateLimiter {
  const block = Math.ceil(limit / BLOCKS);
  const windows = new LRUCache<string, Window>({ max: REMEMBERED_KEYS });

  async function reserve(key: string, window: Window): Promise<void> {
    const missing = isOpen(window) ? window.awaited - window.reserved : window.awaited;
    const wanted = Math.max(block, missing);
    const { total, resetsAt, resetsInMs } = await count(key, wanted);
    const granted = Math.min(wanted, Math.max(0, limit - (total - wanted)));
    const isSame = resetsAt.getTime() === window.resetsAt;
    window.reserved = granted + (isSame ? window.reserved : 0);
    window.total = total;
    window.resetsAt = resetsAt.getTime();
    window.endsAt = performance.now() + resetsInMs;
  }

  return async (key, points) => {
    const window: Window = windows.get(key) ?? { ...UNKNOWN };
    windows.set(key, window);
    window.awaited += points;
    try {
      // Every iteration either adds a block to the total or starts a new window.
      while (!isOpen(window) || (window.reserved < points && window.total < limit)) {
        window.reserving ??= reserve(key, window).finally(() => {
          window.reserving = null;
        });
        await window.reserving;
      }
    } finally {
      window.awaited -= points;
    }
    const allowed = window.reserved >= points;
    if (allowed) window.reserved -= points;
    return {
      allowed,
      limit,
      remaining: window.reserved + Math.max(0, limit - window.total),
      resetsInSeconds: secondsUntil(window.endsAt),
    };
  };
}

const isOpen = ({ endsAt }: { endsAt: number }): boolean => performance.now() < endsAt;

/** Whole seconds until a time of the monotonic clock, at least 1. */
export const secondsUntil = (time: number): number => Math.max(1, Math.ceil((time - performance.now()) / 1000));

/** The error of a request that exceeds a limit. */
export const rateLimited = (retryAfterSeconds: number): AppError => new AppError('RATE_LIMITED', { retryAfterSeconds });

/** A limit as response headers (draft 6 of the IETF's RateLimit headers). */
export const rateLimitHeaders = (state: {
  limit: number;
  remaining: number | null;
  resetsInSeconds: number | null;
}): Record<string, string> => ({
  'RateLimit-Limit': String(state.limit),
  ...(state.remaining !== null && { 'RateLimit-Remaining': String(state.remaining) }),
  ...(state.resetsInSeconds !== null && { 'RateLimit-Reset': String(state.resetsInSeconds) }),
});
