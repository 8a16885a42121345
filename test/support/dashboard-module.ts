import { rolldown } from 'rolldown';

/** A module of the dashboard that needs no browser. The dashboard is built as one bundle, so this builds it by itself. */
export async function dashboardModule<Module>(file: string): Promise<Module> {
  const bundle = await rolldown({ input: `dashboard/src/${file}` });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}
