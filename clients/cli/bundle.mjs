/** Bundles the command line with all that it needs into one file, which begins with the licenses of what it contains. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { noticesOf, packagesOf } from '../../tools/install-notices.mjs';

const home = import.meta.dirname;

/** `format`: esm, or cjs for the single-file program. */
export async function bundle(file, format) {
  // In a fresh checkout they are not there.
  await import('../typescript/write-types.mjs');
  const built = await rolldown({
    input: path.join(home, 'src/main.ts'),
    platform: 'node',
    // ws uses them where they are installed.
    external: ['bufferutil', 'utf-8-validate'],
  });
  // Of what jq-wasm contains, and does not name.
  const jq = readFileSync(path.join(home, 'jq-licenses.txt'), 'utf8');
  await built.write({
    file,
    format,
    banner: ({ moduleIds }) => `#!/usr/bin/env node\n/*\nContains:\n\n${noticesOf(packagesOf(moduleIds))}\n${jq}*/`,
    codeSplitting: false,
  });
  await built.close();
}
