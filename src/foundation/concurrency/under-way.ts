/** Work that a stop waits for. */
export interface UnderWay {
  /** Does work that is under way until its promise settles. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves once nothing is under way. */
  ended(): Promise<void>;
}

export function makeUnderWay(): UnderWay {
  let count = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      count += 1;
      try {
        return await work();
      } finally {
        count -= 1;
        if (count === 0) for (const resolve of waiting.splice(0)) resolve();
      }
    },
    async ended() {
      if (count > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
