/**
 * Writes src/rest-types.ts, the types of REST, from the OpenAPI document of the built service. The file is not committed:
 * `npm run check`, `npm run schema` and the build of the package write it when the document has changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { openApi } from '../../.build/rest-compat/openapi.js';
import { API_SURFACE } from '../../.build/rest-compat/rest-surface.js';

const root = path.join(import.meta.dirname, '../..');
const file = path.join(import.meta.dirname, 'src/rest-types.ts');

const document = openApi([API_SURFACE], { title: 'Social publishing service', version: '1' });
const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/openapi-typescript/package.json'), 'utf8'));
const hash = createHash('sha256').update(version).update(JSON.stringify(document)).digest('hex');
const header = `// Written by clients/typescript/write-rest-types.mjs from the OpenAPI document ${hash}.\n`;

if (!existsSync(file) || !readFileSync(file, 'utf8').startsWith(header)) {
  // It takes a second to load.
  const { astToString, default: openapiTypeScript } = await import('openapi-typescript');
  const complete = path.join(root, `.build/rest-types-${process.pid}.ts`);
  writeFileSync(complete, `${header}\n${astToString(await openapiTypeScript(document))}`);
  // Replaced atomically: another process may be reading it.
  renameSync(complete, file);
}
