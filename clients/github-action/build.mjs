/** Bundles the action: `npm run action` writes dist/main.mjs, or the file that is given. The runner installs nothing. */
import path from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';
import { noticesOf, packagesOf } from '../../tools/install-notices.mjs';

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

const bundle = await rolldown({
  input: path.join(root, 'src/main.ts'),
  platform: 'node',
  plugins: [withoutUnused],
});
await bundle.write({
  file,
  banner: ({ moduleIds }) => `// Built by \`npm run action\`. Contains:\n/*\n${noticesOf(packagesOf(moduleIds))}*/`,
  minify: false,
});
await bundle.close();
