import { open, rename, stat } from 'node:fs/promises';

const ROTATE_AT = 5_000_000;
const TAIL_LINES = 15;
const TAIL_BYTES = 16_384;

/** The server's log file, for one start of the server. */
export interface ServerLog {
  /** For the server to write to; the caller closes it once the server has it. */
  readonly descriptor: number;
  close(): Promise<void>;
  /** The last lines that this start wrote. */
  tail(): Promise<string>;
}

/** Opens the log for appending; a large one is put aside first, so that at most two of that size are kept. */
export async function openServerLog(file: string): Promise<ServerLog> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size > ROTATE_AT) await rename(file, `${file}.old`);
  const handle = await open(file, 'a', 0o600);
  const from = (await handle.stat()).size;
  return { descriptor: handle.fd, close: () => handle.close(), tail: () => tail(file, from) };
}

async function tail(file: string, from: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const start = Math.max(from, size - TAIL_BYTES);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-TAIL_LINES).join('\n');
  } finally {
    await handle.close();
  }
}
