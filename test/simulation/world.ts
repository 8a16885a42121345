/**
 * Time and processes of the simulation. Each delay ends with an event. The seed decides the order of events at the same
 * time. Between two events, all code that waited for the first one runs, as in a real event loop.
 */
import { type Random, streamOf } from './random.js';

/** A simulated process: while it is paused, nothing that it waits for arrives; once it is killed, nothing ever does. */
export interface Process {
  name: string;
  startedAt: number;
  pausedUntil: number;
  killed: boolean;
  /** It knows the time, and works. */
  isReady: boolean;
  /** How far its machine's clock is ahead, in milliseconds. */
  clockSkewMs: number;
}

interface Event {
  time: number;
  tie: number;
  run: () => void;
  process: Process | null;
}

export const START = Date.UTC(2026, 2, 15, 10);
/** No schedule needs as many; one that does is stuck. */
const MAX_EVENTS = 200_000;

export class World {
  now = START;
  private readonly ties: Random;
  private readonly streams = new Map<string, Random>();
  /** The log of a run, to read when a seed is repeated. */
  readonly history: string[] = [];
  private readonly heap: Event[] = [];
  private handled = 0;

  constructor(
    private readonly seed: number,
    readonly keepsHistory = false,
  ) {
    this.ties = streamOf(seed, 'ties');
  }

  /** The choices about one thing: the same stream for the same name. */
  stream(name: string): Random {
    const known = this.streams.get(name);
    if (known) return known;
    const stream = streamOf(this.seed, name);
    this.streams.set(name, stream);
    return stream;
  }

  note(text: string): void {
    if (this.keepsHistory) this.history.push(`${((this.now - START) / 1000).toFixed(3).padStart(10)} s  ${text}`);
  }

  /** Runs something after a while, in a process or (null) outside all of them. */
  after(delayMs: number, process: Process | null, run: () => void): void {
    this.push({ time: this.now + Math.max(0, delayMs), tie: this.ties.next(), run, process });
  }

  delay(delayMs: number, process: Process | null): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, process, resolve));
  }

  /** Runs until no events are left, or until this time. */
  async run(until: number): Promise<void> {
    for (;;) {
      await settled();
      const event = this.pop();
      if (!event || event.time > until) return;
      const { process } = event;
      if (process?.killed) continue;
      this.now = Math.max(this.now, event.time);
      if (process && process.pausedUntil > this.now) {
        this.push({ ...event, time: process.pausedUntil, tie: this.ties.next() });
        continue;
      }
      this.handled += 1;
      if (this.handled > MAX_EVENTS) throw new Error('The schedule does not come to an end');
      event.run();
    }
  }

  private push(event: Event): void {
    const { heap } = this;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(heap[index], heap[parent])) break;
      swap(heap, index, parent);
      index = parent;
    }
  }

  private pop(): Event | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    heap[0] = last;
    for (let index = 0; ; ) {
      let least = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        if (child < heap.length && before(heap[child], heap[least])) least = child;
      }
      if (least === index) return first;
      swap(heap, index, least);
      index = least;
    }
  }
}

const before = (a: Event | undefined, b: Event | undefined): boolean =>
  a !== undefined && b !== undefined && (a.time < b.time || (a.time === b.time && a.tie < b.tie));

function swap(heap: Event[], a: number, b: number): void {
  const [left, right] = [heap[a], heap[b]];
  if (!left || !right) return;
  heap[a] = right;
  heap[b] = left;
}

/** Everything that could go on has done so. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
