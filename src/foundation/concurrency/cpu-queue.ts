/**
 * Runs a work that keeps the process busy for a while. `share` is how much of a turn of the event loop it takes: all of
 * it unless said otherwise.
 */
export type CpuQueue = <T>(work: () => T, share?: number) => Promise<T>;

interface Waiting {
  run: () => void;
  share: number;
}

/**
 * Lets works that keep the process busy run in the order in which they came, in each turn of the event loop as many as
 * share it: however many of them the requests bring, others are answered in between.
 */
export function makeCpuQueue(): CpuQueue {
  const waiting: Waiting[] = [];

  function turn(): void {
    let room = 1;
    let fitting = 0;
    for (const { share } of waiting) {
      if (share > room) break;
      room -= share;
      fitting += 1;
    }
    const due = waiting.splice(0, fitting);
    if (waiting.length > 0) setImmediate(turn);
    for (const { run } of due) run();
  }

  return (work, share = 1) =>
    new Promise((resolve, reject) => {
      const run = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      if (waiting.push({ run, share: Math.min(share, 1) }) === 1) setImmediate(turn);
    });
}
