import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ENTRY = 'in-english';

/**
 * A module of the dashboard that needs no browser, with its English texts. The dashboard is built as one bundle, so this
 * builds it by itself.
 */
export async function dashboardModule<Module>(file: string): Promise<Module> {
  const { texts } = await import(pathToFileURL(path.resolve('dashboard/texts.mjs')).href);
  const source = JSON.stringify(path.resolve('dashboard/src', file));
  const inEnglish = {
    name: ENTRY,
    resolveId: (id: string) => (id === ENTRY ? path.resolve('dashboard/src', ENTRY) : undefined),
    load: (id: string) =>
      id === path.resolve('dashboard/src', ENTRY)
        ? `import { i18n } from '@lingui/core'; i18n.load('en', {}); i18n.activate('en'); export * from ${source};`
        : undefined,
  };
  const bundle = await rolldown({ input: ENTRY, plugins: [inEnglish, texts()] });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}
