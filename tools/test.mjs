/**
 * `npm test`: the static checks and all tests but the long ones of `npm run test:reliability` and those that need a browser
 * (`npm run test:dashboard`). `npm run test:all` (`--all`) runs these as well, beside each other: long tests wait for most
 * of their time. Other arguments are jest's, and decide what runs.
 *
 * With RERUN_FAILED, files that failed run a second time, one after the other: on an overloaded machine, time runs out
 * for tests that share it. Files that fail twice fail the run; the others are named, because a flaky test is a bug.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);

const SHORT = ['unit', 'service'];
const ALL = [...SHORT, 'reliability', 'dashboard'];

if (args.length === 0) process.exitCode = await withChecks(SHORT);
else process.exitCode = args[0] === '--all' ? await withChecks(ALL) : await test(args);

/** The static checks run beside the tests, and take the processor time that those leave. */
async function withChecks(projects) {
  const checks = spawn('npm', ['run', '--silent', 'check'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  setPriority(checks.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const output = [];
  for (const stream of [checks.stdout, checks.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const checked = ended(checks, 'close').then((status) => {
    process.stderr.write(Buffer.concat(output));
    return status;
  });
  const tested = await test(['--selectProjects', ...projects]);
  const correct = await checked;
  if (correct !== 0) console.error('The static checks failed: `npm run check` shows what they found.');
  return correct || tested;
}

async function test(options) {
  if (!process.env.RERUN_FAILED) return ended(jest(options));
  const results = join(root, `.build/test-results-${process.pid}.json`);
  const status = await ended(jest([...options, '--json', '--outputFile', results]));
  if (status === 0) return 0;
  const failed = await failedFiles(results);
  if (failed.length === 0) return status;
  console.error(`These files failed, and run again one after the other:\n${failed.join('\n')}`);
  const projects = options.slice(
    0,
    options.findLastIndex((option) => /^(unit|service|reliability|dashboard)$/.test(option)) + 1,
  );
  // What a failed file leaves open would keep this process, which runs the tests itself, from ending.
  return ended(jest([...projects, '--runTestsByPath', ...failed, '--runInBand', '--forceExit']));
}

/** None if jest ended without results. */
async function failedFiles(path) {
  try {
    const { testResults } = JSON.parse(await readFile(path, 'utf8'));
    return testResults.flatMap(({ name, status }) => (status === 'failed' ? [name] : []));
  } catch {
    return [];
  } finally {
    await rm(path, { force: true });
  }
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
