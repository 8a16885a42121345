/** Longest wait that setTimeout takes as it is. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Rings when the earliest of the times that it was told comes, so that a due job is fetched at once and not at the
 * next poll. It is only a hint: what it does not know of, the poll finds.
 */
export interface DueAlarm {
  /** Adds a moment, epoch milliseconds. */
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
