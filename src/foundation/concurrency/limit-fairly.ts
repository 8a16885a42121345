/**
 * Limits how many async functions run at a time: `share` is how much of the slots that other keys leave one key may take,
 * so that slots are left to the others. Of those that wait, the first starts whose key has a slot.
 */
export function limitFairly(slots: number, share: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>();
  const waiting: { key: string; start: () => void }[] = [];
  let total = 0;

  const countOf = (key: string): number => running.get(key) ?? 0;
  const mayStart = (key: string): boolean => {
    const own = countOf(key);
    return total < slots && own < Math.max(1, Math.floor(share * (slots - total + own)));
  };
  const count = (key: string, change: 1 | -1): void => {
    total += change;
    const left = countOf(key) + change;
    if (left > 0) running.set(key, left);
    else running.delete(key);
  };
  const startWaiting = (): void => {
    for (;;) {
      const index = waiting.findIndex(({ key }) => mayStart(key));
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (!next) return;
      count(next.key, 1);
      next.start();
    }
  };

  return async (key, work) => {
    if (mayStart(key)) count(key, 1);
    else await new Promise<void>((resolve) => waiting.push({ key, start: resolve }));
    try {
      return await work();
    } finally {
      count(key, -1);
      startWaiting();
    }
  };
}
