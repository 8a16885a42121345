/** Copies icons beside the files that name them, where n8n expects them. */
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const root = import.meta.dirname;
const to = path.join(root, 'dist/icons');
mkdirSync(to, { recursive: true });
for (const name of ['publish.svg', 'publish.dark.svg'])
  copyFileSync(path.join(root, 'icons', name), path.join(to, name));
