/** `--jq`: results through an expression of jq. */
import { UsageError } from './usage-error.js';

/** The lines of a result. Error: the expression does not fit the result. */
export type Filter = (result: unknown) => string[];

/** UsageError: the expression is invalid. */
export async function compileFilter(expression: string): Promise<Filter> {
  // Loaded only when it is used: a megabyte.
  const { JqError, loadJq } = await import('jq-wasm/inline');
  const jq = await loadJq();
  const run = (input: string, Failure: new (message: string) => Error): unknown[] => {
    try {
      return interruptible(() => jq.json(input, expression, ['--']));
    } catch (error) {
      throw error instanceof JqError ? new Failure(`--jq: ${reasonIn(error.stderr)}`) : error;
    }
  };
  // Without input, jq only compiles the expression: an invalid one is refused before the command does anything.
  run('', UsageError);
  return (result) =>
    run(JSON.stringify(result), Error).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

/** jq blocks the thread, and with it the listener of Ctrl-C: meanwhile the signal ends the process. */
function interruptible<Result>(run: () => Result): Result {
  const listeners = process.rawListeners('SIGINT') as NodeJS.SignalsListener[];
  process.removeAllListeners('SIGINT');
  try {
    return run();
  } finally {
    for (const listener of listeners) process.on('SIGINT', listener);
  }
}

/** The first line of jq's message, without its prefix. The others repeat the expression. */
const reasonIn = (message: string): string =>
  (message.split('\n')[0] ?? '')
    .replace(/^jq: (error( \(at [^)]*\))?: )?/, '')
    .replace(/ at <top-level>/, '')
    .replace(/:$/, '');
