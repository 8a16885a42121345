import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PACKAGE } from './engine.js';

test("n8n's rules for community nodes find nothing", async () => {
  const options = { cwd: PACKAGE, env: { ...process.env, NODE_OPTIONS: '' } };
  const { stdout } = await promisify(execFile)(process.execPath, ['node_modules/eslint/bin/eslint.js', '.'], options);
  expect(stdout).toBe('');
});
