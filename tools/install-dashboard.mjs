/**
 * Builds the dashboard: `node tools/install-dashboard.mjs <folder>`. Every file is also there compressed, and
 * `paths.json` lists what the first segment of a page's path can be: the folders of dashboard/src/views.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';

const [, , folder] = process.argv;
const dashboard = join(import.meta.dirname, '../dashboard');

// Also when a test run builds it, which sets NODE_ENV to "test".
process.env.NODE_ENV = 'production';
await build({
  configFile: join(dashboard, 'vite.config.mjs'),
  build: { outDir: folder, emptyOutDir: true },
  logLevel: 'warn',
});
writeFileSync(join(folder, 'paths.json'), JSON.stringify(readdirSync(join(dashboard, 'src/views'))));

const assets = join(folder, 'assets');
await Promise.all(
  readdirSync(assets).map(async (name) => {
    const file = join(assets, name);
    const content = readFileSync(file);
    const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content)]);
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, gz);
  }),
);
