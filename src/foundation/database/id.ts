import { randomFillSync } from 'node:crypto';
import { servedPod } from '../pod.js';

const HEX_24 = /^[0-9a-f]{24}$/i;
let lastMillisecond = 0;
let counter = 0;

/** Random bytes for many ids: each request for some takes as long as the rest of an id. */
const random = Buffer.alloc(4096);
let taken = random.length;

/**
 * A new id: 24 hexadecimal characters that sort by time (12 for the millisecond, 2 for the pod, 2 that count within the
 * millisecond in this process, 8 random) [post-group/postGroupId]. What does not fit into a millisecond gets the next one.
 */
export function newId(now: Date = new Date()): string {
  const time = now.getTime();
  if (time > lastMillisecond) {
    lastMillisecond = time;
    counter = 0;
  } else if (counter < 0xff) {
    counter++;
  } else {
    lastMillisecond++;
    counter = 0;
  }
  return `${hex(lastMillisecond, 12)}${servedPod()}${hex(counter, 2)}${randomHex(4)}`;
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
