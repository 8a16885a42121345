import { type FileHandle, open, readFile, truncate } from 'node:fs/promises';

/** Appends JSON lines to a file; lines that arrive during a write go out together in the next one. */
export class JsonLinesWriter {
  private waiting: string[] = [];
  private writing: Promise<void> | null = null;

  private constructor(private readonly file: FileHandle) {}

  static async open(path: string): Promise<JsonLinesWriter> {
    return new JsonLinesWriter(await open(path, 'a', 0o600));
  }

  /** Resolves when the line has been handed to the operating system: it then survives a kill of this process. */
  append(value: unknown): Promise<void> {
    this.waiting.push(`${JSON.stringify(value)}\n`);
    return this.flush();
  }

  /** Resolves when everything appended so far has been written. */
  async flush(): Promise<void> {
    // A write under way does not hold the waiting lines, so the next one is joined instead.
    while (this.writing) await this.writing;
    if (this.waiting.length === 0) return;
    this.writing = this.writeWaiting();
    await this.writing;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.file.close();
  }

  private async writeWaiting(): Promise<void> {
    // One turn of the loop lets requests that arrive together share one write.
    await new Promise((resolve) => setImmediate(resolve));
    const lines = this.waiting.join('');
    this.waiting = [];
    try {
      await this.file.appendFile(lines);
    } finally {
      this.writing = null;
    }
  }
}

/**
 * Reads a file of JSON lines; a missing file reads as empty. A last line that a crash cut short is removed from the
 * file too, so that the next append starts a new line.
 */
export async function readJsonLines(path: string): Promise<unknown[]> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) await truncate(path, end);
  return bytes
    .toString('utf8', 0, end)
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return JSON.parse(line) as unknown;
      } catch (error) {
        throw new Error(`line ${index + 1} of ${path} is not JSON`, { cause: error });
      }
    });
}
