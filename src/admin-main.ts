import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Question } from './admin/terminal.js';
import { runAdmin } from './compose/run-admin.js';

/** A line that is typed. Standard output is reserved for the command's result. */
async function prompt(question: Question): Promise<string> {
  process.stderr.write(question.text);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: question.hidden ? nowhere : process.stderr,
    terminal: true,
  });
  lines.once('SIGINT', () => process.exit(130));
  try {
    return await lines.question('');
  } finally {
    lines.close();
    if (question.hidden) process.stderr.write('\n');
  }
}

// Its reader may have read enough: `admin --help | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  readInput: (question) => (question && process.stdin.isTTY ? prompt(question) : text(process.stdin)),
  write: (output) => process.stdout.write(output),
  writeError: (output) => process.stderr.write(output),
});
