/** An id of a millisecond since 1970: the first, or a later one. */
export const idAt = (time: number, later = 0): string => String((BigInt(time) << 16n) + BigInt(later));

/** Makes ids as Mastodon does: milliseconds shifted left by 16 bits, the rest a sequence. They sort by time. */
export class Ids {
  private last = 0n;

  /** Makes sure that later ids are greater than this one. */
  skip(id: string): void {
    const taken = BigInt(id);
    if (taken > this.last) this.last = taken;
  }

  next(now: number): string {
    const byTime = BigInt(now) << 16n;
    this.last = byTime > this.last ? byTime : this.last + 1n;
    return String(this.last);
  }
}
