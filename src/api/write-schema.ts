/** Writes schema.graphql from the code: `npm run schema`. With `--check` it writes nothing, and fails if that is stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { makeSchema, printedSchema, type ResolverNeeds } from './schema.js';

const FILE = 'schema.graphql';

// Printing resolves nothing, so the resolvers need nothing.
const printed = printedSchema(makeSchema({} as ResolverNeeds));
if (!process.argv.includes('--check')) writeFileSync(FILE, printed);
else if (readFileSync(FILE, 'utf8') !== printed) {
  console.error(`${FILE} is stale: run \`npm run schema\``);
  process.exit(1);
}
