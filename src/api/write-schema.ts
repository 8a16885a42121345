/** Writes schema.graphql from the code: `npm run schema`. */
import { writeFileSync } from 'node:fs';
import { makeSchema, printedSchema, type ResolverNeeds } from './schema.js';

// Printing resolves nothing, so the resolvers need nothing.
writeFileSync('schema.graphql', printedSchema(makeSchema({} as ResolverNeeds)));
