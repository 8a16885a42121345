/**
 * `npm test`: the static checks and all tests but the long ones of `npm run test:reliability`; with arguments, which are
 * jest's, whatever they name.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);

if (args.length === 0) {
  run('npm', ['run', '--silent', 'check']);
  args.push('--selectProjects', 'unit', 'service');
}
run(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...args]);

function run(file, args) {
  const { error, status } = spawnSync(file, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
