/**
 * Writes the pages of the documentation site that are made from the code: `node .build/src/reference/write-pages.js
 * <folder>`. tools/docs builds the site from them and from docs/.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { API_INFO } from '../../rest-compat/api-docs.js';
import { openApi } from '../../rest-compat/openapi.js';
import { API_SURFACE, DASHBOARD_SURFACE } from '../../rest-compat/rest-surface.js';
import { errorPages } from './error-pages.js';
import { restPages } from './rest-pages.js';
import { operationsWithError, schemaPages } from './schema-pages.js';

const [, , folder = ''] = process.argv;
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

const pages = [
  ...errorPages((code) => operationsWithError(schema, code)),
  ...schemaPages(schema),
  ...restPages(openApi([API_SURFACE, DASHBOARD_SURFACE], API_INFO)),
];
for (const [name, text] of pages) {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
