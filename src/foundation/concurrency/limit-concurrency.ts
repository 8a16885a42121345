/** Limits how many async functions run at a time; the others wait in FIFO order. */
export function limitConcurrency(slots: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = slots;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

/** The same for each key by itself. */
export function limitEach(slots: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const limits = new Map<string, { run: ReturnType<typeof limitConcurrency>; users: number }>();
  return async (key, work) => {
    const limit = limits.get(key) ?? { run: limitConcurrency(slots), users: 0 };
    limits.set(key, limit);
    limit.users += 1;
    try {
      return await limit.run(work);
    } finally {
      limit.users -= 1;
      if (limit.users === 0) limits.delete(key);
    }
  };
}
