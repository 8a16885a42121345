import { open } from 'node:fs/promises';
import type { ByteSource } from './media-file.js';

/** Does `work` with a local file of which parts can be read; it is closed afterwards. */
export async function withFileSource<T>(at: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(at);
  try {
    const { size } = await file.stat();
    return await work({
      size,
      async read(start, length) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
}
