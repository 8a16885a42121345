/** Bytes that are kept of a file's start, and of its end: the metadata of an image or a video is in one of them. */
const keptBytes = 1024 * 1024;

/** The two ends of a file that arrives in chunks. Memory does not grow with its size. */
export class Excerpt {
  private readonly head: Buffer[] = [];
  private tail: Buffer[] = [];
  private tailBytes = 0;
  /** How many bytes of the file have arrived. */
  bytes = 0;

  add(chunk: Buffer): void {
    const toHead = Math.max(0, keptBytes - this.bytes);
    if (toHead > 0) this.head.push(chunk.subarray(0, toHead));
    const rest = chunk.subarray(toHead);
    if (rest.length > 0) this.tail.push(rest);
    this.tailBytes += rest.length;
    while (this.tailBytes - (this.tail[0]?.length ?? 0) >= keptBytes) this.tailBytes -= this.tail.shift()?.length ?? 0;
    this.bytes += chunk.length;
  }

  /** A part of the file, with zeros for bytes that were not kept. */
  read(start: number, length: number): Buffer {
    const part = Buffer.alloc(Math.max(0, Math.min(length, this.bytes - start)));
    const copy = (chunks: readonly Buffer[], from: number) => {
      let at = from;
      for (const chunk of chunks) {
        const first = Math.max(at, start);
        const last = Math.min(at + chunk.length, start + part.length);
        if (first < last) chunk.copy(part, first - start, first - at, last - at);
        at += chunk.length;
      }
    };
    copy(this.head, 0);
    copy(this.tail, this.bytes - this.tailBytes);
    return part;
  }
}
