/** The command line: `social-publishing`. */
import { CommanderError } from 'commander';
import { PublishingError } from '../../typescript/src/index.js';
import { makeProgram } from './program.js';
import { makeTerminal, plain } from './terminal.js';
import { UsageError } from './usage-error.js';

const VERSION = '0.1.0';
const EXIT = { failed: 1, usage: 2, interrupted: 130 } as const;

const interrupted = new AbortController();
// A second signal ends the process immediately, as by default.
process.once('SIGINT', () => interrupted.abort(new Error('Interrupted')));

const { stdin, stdout, stderr, env } = process;
const terminal = makeTerminal(stdout, stderr);
// The reader has closed the pipe, as `head` does.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// Not awaited here: the single-file program is CommonJS.
void run();

async function run(): Promise<void> {
  try {
    const program = makeProgram({
      version: VERSION,
      env,
      terminal,
      stdin,
      stderr,
      signal: interrupted.signal,
      fail: () => {
        process.exitCode = EXIT.failed;
      },
    });
    await program.parseAsync();
  } catch (error) {
    terminal.endProgress();
    process.exitCode = report(error);
  }
}

/** Prints the problems and returns the exit code. */
function report(error: unknown): number {
  if (interrupted.signal.aborted) return EXIT.interrupted;
  // Commander has printed it. A request for help is not an error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
  if (error instanceof AggregateError && error.errors.length > 0) return Math.min(...error.errors.map(report));
  const lines = [(error as Error).message];
  if (error instanceof PublishingError) {
    const { code, message, requestId, details } = error;
    lines.splice(0, 1, `${message} (${code})`);
    if (details.postGroupId) lines.push(`The post ${details.postGroupId} is left as a draft.`);
    if (requestId) lines.push(`Request ${requestId}`);
  }
  stderr.write(lines.map((line) => `${plain(line)}\n`).join(''));
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
}
