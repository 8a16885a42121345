import { randomFillSync } from 'node:crypto';

const HEX_24 = /^[0-9a-f]{24}$/i;
let lastMillisecond = 0;
let counter = 0;

/** Random bytes for many ids: each request for some takes as long as the rest of an id. */
const random = Buffer.alloc(4096);
let taken = random.length;

/**
 * A new id: 24 hexadecimal characters that sort by time (12 for the millisecond, 4 that count within it in this
 * process, 8 random) [post-group/postGroupId].
 */
export function newId(now: Date = new Date()): string {
  const millisecond = Math.max(now.getTime(), lastMillisecond);
  counter = millisecond === lastMillisecond ? (counter + 1) % 0x10000 : 0;
  lastMillisecond = millisecond;
  return `${hex(millisecond, 12)}${hex(counter, 4)}${randomHex(4)}`;
}

function randomHex(bytes: number): string {
  if (taken + bytes > random.length) {
    randomFillSync(random);
    taken = 0;
  }
  taken += bytes;
  return random.toString('hex', taken - bytes, taken);
}

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');

export const isId = (value: string): boolean => HEX_24.test(value);
