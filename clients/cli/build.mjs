/** Bundles the command line with all that it needs: installing it installs one file. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const home = import.meta.dirname;
const modules = path.join(home, '../../node_modules');
const licenses = ['@bomb.sh/tab', 'commander', 'graphql-ws', 'ws'].map((name) => {
  const { version, license } = JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8'));
  const text = ['LICENSE', 'LICENSE.md'].flatMap((file) => readIfThere(path.join(modules, name, file)));
  return `${name} ${version} (${license})\n\n${text.join('')}`.trim();
});

function readIfThere(file) {
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    return [];
  }
}

const bundle = await rolldown({
  input: path.join(home, 'src/main.ts'),
  platform: 'node',
  // ws uses them where they are installed.
  external: ['bufferutil', 'utf-8-validate'],
});
await bundle.write({
  file: path.join(home, 'dist/main.mjs'),
  banner: `#!/usr/bin/env node\n/*\nContains:\n\n${licenses.join('\n\n')}\n*/`,
  codeSplitting: false,
});
await bundle.close();
