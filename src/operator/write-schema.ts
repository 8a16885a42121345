/** Writes operator.graphql, which types the operations of the console in the dashboard: `npm run schema`. */
import { writeFileSync } from 'node:fs';
import { TYPE_DEFINITIONS } from './type-definitions.js';

writeFileSync('src/operator/operator.graphql', TYPE_DEFINITIONS.trimStart());
