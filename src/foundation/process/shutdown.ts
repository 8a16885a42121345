/** The final part of the time limit, in which remaining steps run concurrently: at most this, or a fifth. */
const AT_ONCE_MS = 2_000;

/** Registers a stop handler. Handlers run in reverse order of registration. The name is for the operator. */
export type OnStop = (name: string, undo: () => Promise<unknown>) => void;

export interface Stopped {
  /** Names of handlers that did not finish in time. */
  unfinished: string[];
  /** Handlers that failed, and why. */
  failures: { name: string; error: unknown }[];
}

/** Stop handlers of the process. */
export interface Shutdown {
  onStop: OnStop;
  /**
   * Runs all handlers, last registered first, and continues on failures. When the time is nearly up, the remaining ones
   * run concurrently, so that a hanging handler does not block the others. Resolves within `limitMs`.
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

/** Waits for a promise, with a time limit. */
async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
