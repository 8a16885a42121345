/**
 * `npm test`: the static checks and all tests but the long ones of `npm run test:reliability` and those that need a browser
 * (`npm run test:dashboard`); with arguments, which are jest's, whatever they name.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);

process.exitCode = args.length > 0 ? await ended(jest(args)) : await all();

/** Both at once: the checks take what the tests leave of the processors. */
async function all() {
  const checks = spawn('npm', ['run', '--silent', 'check'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  setPriority(checks.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const output = [];
  for (const stream of [checks.stdout, checks.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const checked = ended(checks, 'close').then((status) => {
    process.stderr.write(Buffer.concat(output));
    return status;
  });
  const tested = await ended(jest(['--selectProjects', 'unit', 'service']));
  const correct = await checked;
  if (correct !== 0) console.error('The static checks failed: `npm run check` shows what they found.');
  return correct || tested;
}

function jest(options) {
  return spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...options], {
    cwd: root,
    stdio: 'inherit',
  });
}

async function ended(child, event = 'exit') {
  const [status] = await once(child, event);
  return status ?? 1;
}
