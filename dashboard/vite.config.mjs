import { join } from 'node:path';
import { defineConfig } from 'vite';
import { emoji } from './emoji.mjs';
import { imageRatios } from './image-ratios.mjs';
import { platformSettings } from './platform-settings.mjs';
import { texts } from './texts.mjs';

/** The service that `npx vite dashboard` shows the dashboard of. */
const SERVICE = 'http://127.0.0.1:4000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts(), platformSettings(), imageRatios(), emoji()],
  build: {
    outDir: join(import.meta.dirname, '../.build/dashboard'),
    target: 'es2023',
    // The page's policy allows no data: URIs for scripts and fonts, and a separate file is cached permanently.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // What twelve views or more use is one file: a page is some fifteen scripts, not thirty, and smaller for it.
      output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 12 }] } },
      onLog(level, log, report) {
        // Components are marked for servers that render some of them.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
  // The service puts a nonce of each response in its place (src/api/dashboard.ts).
  html: { cspNonce: '{{nonce}}' },
  server: {
    proxy: {
      '/graphql': { target: SERVICE, ws: true },
      '/operator/graphql': SERVICE,
      '/objects': SERVICE,
      '/auth': SERVICE,
    },
  },
});
