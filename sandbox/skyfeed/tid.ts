import { randomInt } from 'node:crypto';

const letters = '234567abcdefghijklmnopqrstuvwxyz';

let lastMicroseconds = 0;
const clockId = randomInt(0, 1024);

/** A new TID: microseconds and a clock's id in 13 letters that sort by time. */
export function nextTid(): string {
  lastMicroseconds = Math.max(Date.now() * 1000, lastMicroseconds + 1);
  return tidOf(lastMicroseconds);
}

/** The first TID of a millisecond since 1970. */
export const tidAt = (time: number): string => tidOf(time * 1000);

function tidOf(microseconds: number): string {
  let value = (BigInt(microseconds) << 10n) | BigInt(clockId);
  let text = '';
  for (let place = 0; place < 13; place++) {
    text = letters.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return text;
}
