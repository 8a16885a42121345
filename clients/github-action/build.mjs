/** Bundles the action: `npm run action` writes dist/main.mjs, or the file that is given. The runner installs nothing. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';

const root = import.meta.dirname;
const [, , file = path.join(root, 'dist/main.mjs')] = process.argv;

/** Packages that are only loaded for parts of @actions/core that the action does not use: OpenID tokens and programs. */
const UNUSED = /^(@actions\/http-client(\/.*)?|@actions\/exec)$/;

const withoutUnused = {
  name: 'without-unused',
  resolveId: { filter: { id: UNUSED }, handler: () => '\0unused' },
  load: {
    filter: { id: /^\0unused$/ },
    handler: () =>
      'export class HttpClient {}\nexport class BearerCredentialHandler {}\nexport const getExecOutput = null;',
  },
};

const license = readFileSync(path.join(root, '../../node_modules/@actions/core/LICENSE.md'), 'utf8').trim();
const { version } = createRequire(import.meta.url)('../../node_modules/@actions/core/package.json');

const bundle = await rolldown({
  input: path.join(root, 'src/main.ts'),
  platform: 'node',
  plugins: [withoutUnused],
});
await bundle.write({
  file,
  banner: `// Built by \`npm run action\`. Contains @actions/core ${version}:\n/*\n${license}\n*/`,
  minify: false,
});
await bundle.close();
