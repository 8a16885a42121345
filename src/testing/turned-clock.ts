/**
 * Loaded before a program (`node --import`), because packages may keep `Date` as they find it: the clocks of its process
 * can be turned. `Date` begins CLOCK_OFFSET_MS ahead, as on a machine whose time is wrong. Timers stay as they are.
 */
const RealDate = Date;
const realMonotonic = performance.now.bind(performance);

const ahead = Number(process.env.CLOCK_OFFSET_MS ?? 0);
let turnedBy = 0;

const now = () => RealDate.now() + ahead + turnedBy;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
});
performance.now = () => realMonotonic() + turnedBy;

/** Turns the clocks of this process forwards, the monotonic one, too: that much time has passed. */
export function turnClock(milliseconds: number): void {
  turnedBy += milliseconds;
}

/** By how much the clock of this process is ahead of the machine's, in milliseconds. */
export const clockAheadMs = (): number => ahead + turnedBy;
