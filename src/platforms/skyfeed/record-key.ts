/** Record keys of the AT Protocol: timestamp identifiers (TID), 13 characters that sort by time. */
import { createHash } from 'node:crypto';

const LETTERS = '234567abcdefghijklmnopqrstuvwxyz';

/**
 * The record key of a part, from its id alone: a repeated putRecord writes the same record, also for a service that was
 * restored from a backup and has lost the attempt. 53 bits of microseconds (the millisecond that the id begins
 * with, then a number from the hash of all of it) and 10 bits that name the clock (from the same hash): two parts of
 * one account in one millisecond meet in one of about a million cases.
 */
export function recordKey(key: string): string {
  const milliseconds = BigInt(`0x${key.slice(0, 12)}`);
  const hash = createHash('sha256').update(key).digest();
  const microseconds = BigInt.asUintN(53, milliseconds * 1000n + BigInt(hash.readUInt32BE(0) % 1000));
  const clock = BigInt(hash.readUInt16BE(4) & 1023);
  const bits = (microseconds << 10n) | clock;
  return Array.from({ length: 13 }, (_, index) => LETTERS[Number((bits >> BigInt(5 * (12 - index))) & 31n)]).join('');
}
