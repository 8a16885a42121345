import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** Where the texts are and how message files are written: for `lingui` and for dashboard/texts.mjs. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'] }],
  // By message and without their files: branches that change other texts merge.
  format: formatter({ origins: false }),
  orderBy: 'message',
});
