/** Random choices that a seed repeats (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number between two, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[Math.floor(this.next() * from.length)] ?? from[0];
  }
}

/**
 * The choices of a seed about one thing (a request, a process, the owners), which do not depend on how often others
 * choose: a seed still makes the schedule that it is kept for when the service sends one statement more.
 */
export function streamOf(seed: number, name: string): Random {
  let hash = 0x811c9dc5;
  for (const character of `${seed} ${name}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return new Random(hash);
}
