import { join } from 'node:path';
import { runnerImport } from 'vite';

const RULES = join(import.meta.dirname, '../src/platforms/rules-registry.ts');
const MODULE = 'virtual:image-ratios';

/**
 * Vite plugin: the ratios of images that platforms take, from the rules that validation uses. Its shape is in
 * src/virtual-modules.d.ts.
 */
export const imageRatios = () => ({
  name: 'image-ratios',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  async load(id) {
    if (id !== `\0${MODULE}`) return undefined;
    const { module, dependencies } = await runnerImport(RULES, { configFile: false });
    for (const file of dependencies) this.addWatchFile(file);
    return `export default ${JSON.stringify(Object.entries(module.platformRules).flatMap(ratiosOf))};`;
  },
});

function ratiosOf([platform, { media, variant }]) {
  const ranges = [{ setting: null, value: null, range: media.image?.aspectRatio ?? null }];
  if (variant) {
    const { setting, value } = variant;
    ranges.unshift({ setting, value, range: variant.media.image?.aspectRatio ?? null });
  }
  return ranges.some(({ range }) => range !== null) ? [{ platform, ranges }] : [];
}
