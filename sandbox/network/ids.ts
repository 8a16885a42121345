import { pick } from '../random.js';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-';

/** The first id of a millisecond since 1970. */
export const idAt = (time: number): string => String(BigInt(time) << 22n);

/** Ids of posts and comments: 19 digits, past 2^53, that sort by time; the upper bits are milliseconds since 1970. */
export class Ids {
  private last = 0n;

  next(): string {
    const now = BigInt(Date.now()) << 22n;
    // Even: the activity of a post has the odd number after it.
    this.last = now > this.last ? now : this.last + 2n;
    return String(this.last);
  }
}

/** The id of an image or a video. */
export const mediaId = (): string => `D4E${pick(letters, 16)}`;

export const idOf = (urn: string): string => urn.slice(urn.lastIndexOf(':') + 1);

/** The activity that the feed shows for a post. */
export const activityOf = (postUrn: string): string => `urn:li:activity:${BigInt(idOf(postUrn)) + 1n}`;
