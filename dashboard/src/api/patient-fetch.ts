/** Queries wait for the network, and for the limit of requests, instead of failing. */

/** One wait is at most this long. A longer one fails: the page says when to try again. */
const LONGEST_WAIT_S = 60;
const MAX_REPEATS = 3;
/** Spreads queries that were refused together. */
const SPREAD_MS = 1_000;
/** Too many requests; the service is busy. */
const REFUSED: ReadonlySet<number> = new Set([429, 503]);

const waiting = new Set<symbol>();
const listeners = new Set<() => void>();

/** Whether a query waits because too many were sent. For useSyncExternalStore. */
export const isWaiting = (): boolean => waiting.size > 0;

export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * As `fetch`, for queries only: sends them again when `Retry-After` has elapsed, at most three times, and when the
 * browser is online again. A mutation is never repeated, because it may have been executed.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  for (let repeats = 0; ; ) {
    try {
      const response = await fetch(input, init);
      const seconds = REFUSED.has(response.status)
        ? Number(response.headers.get('retry-after') ?? Number.NaN)
        : Number.NaN;
      // NaN: no refusal, or one that does not say for how long.
      if (!(seconds <= LONGEST_WAIT_S) || repeats >= MAX_REPEATS) return response;
      repeats += 1;
      await announced(wait(seconds * 1_000 + Math.random() * SPREAD_MS, init?.signal));
    } catch (error) {
      if (init?.signal?.aborted || navigator.onLine) throw error;
      await online(init?.signal);
    }
  }
};

async function announced(wait: Promise<void>): Promise<void> {
  const key = Symbol('wait');
  const announce = (change: () => void) => {
    change();
    for (const listener of listeners) listener();
  };
  announce(() => waiting.add(key));
  await wait.finally(() => announce(() => waiting.delete(key)));
}

const wait = (ms: number, signal?: AbortSignal | null) =>
  unlessAborted(signal, (done) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  });

const online = (signal?: AbortSignal | null) =>
  unlessAborted(signal, (done) => {
    addEventListener('online', done);
    return () => removeEventListener('online', done);
  });

/** Waits until `done` is called, or rejects when the query is not needed any more. */
async function unlessAborted(
  signal: AbortSignal | null | undefined,
  start: (done: () => void) => () => void,
): Promise<void> {
  signal?.throwIfAborted();
  let stop = () => {};
  let abort = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      abort = () => reject(signal?.reason);
      signal?.addEventListener('abort', abort);
      stop = start(resolve);
    });
  } finally {
    stop();
    signal?.removeEventListener('abort', abort);
  }
}
