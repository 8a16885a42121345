/** Imported into a process: writes at its end which scripts it has loaded, Node's own included, as one line. */
import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const scripts = new Set<string>();
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => scripts.add(params.url));
  session.post('Debugger.enable');
  process.on('exit', () => writeSync(1, `Loaded: ${JSON.stringify([...scripts])}\n`));
}
