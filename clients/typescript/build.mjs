/**
 * Compiles the client into dist, once as ES modules and once as CommonJS, with types for each. Build the service first:
 * the types of REST and of errors are generated from it.
 */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const home = import.meta.dirname;
const dist = path.join(home, 'dist');
const tsc = path.join(home, '../../node_modules/typescript/bin/tsc');

const compile = (folder, ...options) =>
  execFileSync(
    process.execPath,
    [tsc, '-p', home, '--noEmit', 'false', '--declaration', '--outDir', path.join(dist, folder), ...options],
    { stdio: 'inherit' },
  );

await import('./write-types.mjs');
await import('./write-rest-types.mjs');
await import('./write-error-details.mjs');
rmSync(dist, { recursive: true, force: true });
compile('esm');
// Checked already; and this way of resolving modules does not see `exports`.
compile('cjs', '--noCheck', '--verbatimModuleSyntax', 'false', '--module', 'commonjs', '--moduleResolution', 'node10');
writeFileSync(path.join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
