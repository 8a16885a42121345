/** The epoch of the platform's ids. */
const epoch = 1_288_834_974_657;

/** The first id of a millisecond since 1970. */
export const idAt = (time: number): string => String(BigInt(time - epoch) << 22n);

/** Makes ids as the platform does: milliseconds shifted left by 22 bits, the rest a sequence. They sort by time. */
export class Ids {
  private last = 0n;

  /** Makes sure that later ids are greater than this one. */
  skip(id: string): void {
    const taken = BigInt(id);
    if (taken > this.last) this.last = taken;
  }

  next(): string {
    const byTime = BigInt(Date.now() - epoch) << 22n;
    this.last = byTime > this.last ? byTime : this.last + 1n;
    return String(this.last);
  }
}
