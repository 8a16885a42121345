/** The end of the time, in which nothing is waited for on its own any more: at most this, or a fifth. */
const AT_ONCE_MS = 2_000;

/** Has something undone when the process stops, before what was started before it. The name is for the operator. */
export type OnStop = (name: string, undo: () => Promise<unknown>) => void;

export interface Stopped {
  /** What did not end in time, by name. */
  unfinished: string[];
  /** What could not be undone, and why. */
  failures: { name: string; error: unknown }[];
}

/** What has to be undone when the process stops. */
export interface Shutdown {
  onStop: OnStop;
  /**
   * Undoes everything, the last thing started first, and goes on when something fails. When the time is nearly over, what
   * is left is undone at once: one thing that hangs holds up nothing else. Resolves within `limitMs`.
   */
  run(limitMs: number): Promise<Stopped>;
}

export function makeShutdown(): Shutdown {
  const started: { name: string; undo: () => Promise<unknown> }[] = [];
  const unfinished = new Set<string>();
  const failures: Stopped['failures'] = [];

  const undoOne = async ({ name, undo }: (typeof started)[number]): Promise<void> => {
    unfinished.add(name);
    try {
      await undo();
    } catch (error) {
      failures.push({ name, error });
    }
    unfinished.delete(name);
  };

  const undoInOrder = async (): Promise<void> => {
    for (let next = started.pop(); next; next = started.pop()) await undoOne(next);
  };

  return {
    onStop: (name, undo) => void started.push({ name, undo }),
    async run(limitMs) {
      const atOnceMs = Math.min(AT_ONCE_MS, limitMs / 5);
      const inOrder = undoInOrder();
      await within(limitMs - atOnceMs, inOrder);
      const rest = started.splice(0).reverse().map(undoOne);
      await within(atOnceMs, Promise.all([inOrder, ...rest]));
      return { unfinished: [...unfinished], failures };
    },
  };
}

/** Waits for some work, but no longer than that. */
async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
