/**
 * Writes binary/social-publishing, a program that needs no Node: a copy of the running Node with the command line in it
 * (https://nodejs.org/api/single-executable-applications.html). It runs on the platform of the running Node.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { inject } from 'postject';
import { bundle } from './bundle.mjs';

const { platform, execPath } = process;
const folder = path.join(import.meta.dirname, 'binary');
const program = path.join(folder, `social-publishing${platform === 'win32' ? '.exe' : ''}`);

mkdirSync(folder, { recursive: true });
const parts = mkdtempSync(path.join(folder, 'parts-'));
try {
  const [main, output, config] = ['main.cjs', 'main.blob', 'config.json'].map((name) => path.join(parts, name));
  await bundle(main, 'cjs');
  writeFileSync(config, JSON.stringify({ main, output, disableExperimentalSEAWarning: true }));
  execFileSync(execPath, ['--experimental-sea-config', config], { stdio: ['ignore', 2, 2] });

  const fresh = path.join(parts, 'program');
  copyFileSync(execPath, fresh);
  chmodSync(fresh, 0o755);
  // What is signed cannot be changed; the system starts only what is signed.
  if (platform === 'darwin') execFileSync('codesign', ['--remove-signature', fresh]);
  await inject(fresh, 'NODE_SEA_BLOB', readFileSync(output), {
    sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
    machoSegmentName: 'NODE_SEA',
  });
  if (platform === 'darwin') execFileSync('codesign', ['--sign', '-', fresh]);
  renameSync(fresh, program);
} finally {
  rmSync(parts, { recursive: true });
}
