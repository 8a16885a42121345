import type { SandboxContext } from '../exchange.js';
import type { SandboxPlatform } from '../types.js';

/** An id of a millisecond since 1970: the first, or a later one. */
export const idAt = (time: number, later = 0): string => String(BigInt(time) * 10_000n + BigInt(later));

/** Makes the ids of objects: 17 digits, past 2^53, that sort by time. */
export class Ids {
  private last = 0n;

  /** Ids that are greater than those of the posts that a platform holds already; of a page's post, its own part. */
  static after({ store }: SandboxContext, platform: SandboxPlatform): Ids {
    const ids = new Ids();
    for (const post of store.all()) if (post.platform === platform) ids.skip(post.postedId.replace(/^\d+_/, ''));
    return ids;
  }

  next(): string {
    const byTime = BigInt(Date.now()) * 10_000n;
    this.last = byTime > this.last ? byTime : this.last + 1n;
    return String(this.last);
  }

  private skip(id: string): void {
    const taken = BigInt(id);
    if (taken > this.last) this.last = taken;
  }
}
