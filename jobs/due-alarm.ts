/** Longest wait that setTimeout takes as it is. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Fires at the earliest of its times, so that a due job is fetched immediately instead of at the next poll. It is only
 * a hint: the poll finds everything else.
 */
export interface DueAlarm {
  /** Adds a time, in epoch milliseconds. */
  add(dueAt: number): void;
  stop(): void;
}

export function makeDueAlarm(ring: () => void, clock: () => Date): DueAlarm {
  const times = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let armedFor = Number.POSITIVE_INFINITY;

  function arm(): void {
    const earliest = Math.min(...times);
    if (earliest === armedFor) return;
    clearTimeout(timer);
    armedFor = earliest;
    if (earliest === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(fire, Math.min(Math.max(earliest - clock().getTime(), 0), LONGEST_MS));
  }

  function fire(): void {
    const now = clock().getTime();
    const due = [...times].filter((time) => time <= now);
    for (const time of due) times.delete(time);
    armedFor = Number.POSITIVE_INFINITY;
    if (due.length > 0) ring();
    arm();
  }

  return {
    add(dueAt) {
      times.add(dueAt);
      arm();
    },
    stop: () => clearTimeout(timer),
  };
}
