/** Writes docs/configuration.md from the schema of the configuration: `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { configurationPage } from './configuration-page.js';

writeFileSync('docs/configuration.md', configurationPage());
