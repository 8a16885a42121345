/** Waits until `check` answers something, and fails with its last error or answer when that takes too long. */
export async function eventually<T>(check: () => Promise<T | undefined>, withinMs = 150_000): Promise<T> {
  const end = Date.now() + withinMs;
  let last: unknown;
  while (Date.now() < end) {
    try {
      const found = await check();
      if (found !== undefined) return found;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('This did not come true in time', { cause: last });
}
