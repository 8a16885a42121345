/**
 * Builds the dashboard: `node tools/install-dashboard.mjs <folder>`. Every file is also there compressed, and
 * `paths.json` lists what the first segment of a page's path can be: the folders of dashboard/src/views. The page links to
 * the notices of the packages in its scripts, which browsers get with them.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';
import { collectPackages, noticesOf } from './install-notices.mjs';

const [, , folder] = process.argv;
const dashboard = join(import.meta.dirname, '../dashboard');

// Also when a test run builds it, which sets NODE_ENV to "test".
process.env.NODE_ENV = 'production';
const collected = collectPackages();
await build({
  configFile: join(dashboard, 'vite.config.mjs'),
  plugins: [collected.plugin],
  build: { outDir: folder, emptyOutDir: true },
  logLevel: 'warn',
});
writeFileSync(join(folder, 'paths.json'), JSON.stringify(readdirSync(join(dashboard, 'src/views'))));

const assets = join(folder, 'assets');
const notices = `The dashboard contains these packages.\n\n${noticesOf(collected.folders)}`;
const noticesName = `third-party-notices-${createHash('sha256').update(notices).digest('base64url').slice(0, 8)}.txt`;
writeFileSync(join(assets, noticesName), notices);
const page = join(folder, 'index.html');
const link = `    <link rel="license" type="text/plain" href="/assets/${noticesName}">\n  `;
writeFileSync(page, readFileSync(page, 'utf8').replace('</head>', `${link.trimStart()}</head>`));

await Promise.all(
  readdirSync(assets).map(async (name) => {
    const file = join(assets, name);
    const content = readFileSync(file);
    const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content)]);
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, gz);
  }),
);
