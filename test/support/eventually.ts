const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 500;

/**
 * Waits until `check` returns something, and fails with its last error or answer when that takes too long. Checks leave
 * most of the processor to what they wait for: a pause is at least three times as long as the check before it, and an
 * eighth of the time so far.
 */
export async function eventually<T>(check: () => Promise<T | undefined>, withinMs = 150_000): Promise<T> {
  const start = performance.now();
  let last: unknown;
  for (let began = start; began < start + withinMs; ) {
    try {
      const found = await check();
      if (found !== undefined) return found;
      last = undefined;
    } catch (error) {
      last = error;
    }
    const now = performance.now();
    const pause = Math.max(SHORTEST_PAUSE_MS, 3 * (now - began), (now - start) / 8);
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, LONGEST_PAUSE_MS)));
    began = performance.now();
  }
  throw new Error('This did not come true in time', { cause: last });
}
