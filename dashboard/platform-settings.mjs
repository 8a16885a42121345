import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isEnumType } from 'graphql';

const SCHEMA = join(import.meta.dirname, '../schema.graphql');
const MODULE = 'virtual:platform-settings';

/**
 * Vite plugin: the settings of posts by platform, as the schema has them, for forms and selections. A setting that the
 * schema gets has its field in the composer without further code. Its shape is in src/virtual-modules.d.ts.
 */
export const platformSettings = () => ({
  name: 'platform-settings',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load(id) {
    if (id !== `\0${MODULE}`) return undefined;
    this.addWatchFile(SCHEMA);
    const platforms = readSettings(readFileSync(SCHEMA, 'utf8'));
    return `export default ${JSON.stringify(platforms)};`;
  },
});

function readSettings(source) {
  const fieldsOf = (type) => Object.values(type.getFields());
  return fieldsOf(buildSchema(source).getType('PlatformSettingsInput')).map(({ name, type }) => ({
    platform: name,
    settings: fieldsOf(type).map(readSetting),
  }));
}

function readSetting({ name, type, description, defaultValue }) {
  const named = getNamedType(type);
  return {
    name,
    kind: isEnumType(named) ? 'choice' : named.name === 'Boolean' ? 'flag' : 'text',
    // Its last sentence is the default, which the form shows by itself.
    description: description.replace(/ Left out or null: .*$/s, ''),
    default: defaultValue ?? null,
    choices: isEnumType(named)
      ? named.getValues().map(({ name: value, description: about }) => ({ value, about }))
      : [],
  };
}
