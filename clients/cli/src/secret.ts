import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks at the terminal, without showing what is typed. */
export async function askSecret(
  question: string,
  stdin: NodeJS.ReadStream,
  stderr: NodeJS.WriteStream,
  signal: AbortSignal,
): Promise<string> {
  stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: stdin, output: silent, terminal: true });
  // In raw mode Ctrl-C is a key. It interrupts, as elsewhere.
  line.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await line.question('', { signal });
  } finally {
    line.close();
    stderr.write('\n');
  }
}
