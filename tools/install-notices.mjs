/**
 * The notices that licenses require from distributors of a package: names, versions, licenses, and the texts of each
 * package's own files. Packages with the same text share it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Files of a package that have its license or a notice. */
const IS_NOTICE = /^(licen[cs]e|copying|notice|unlicense|third[-_]?party[-_]?(notices|licenses))([-._].*)?$/i;
const IS_CODE = /\.(c?m?[jt]s|json|map)$/i;

/**
 * Licenses of the parts of a package that has no license file, in addition to its own: the readme of libvips names each
 * part with its license.
 */
const LICENSES_OF_PARTS = [
  {
    name: /^@img\/sharp-libvips-/,
    ids: ['MPL-1.1', 'BSD-2-Clause', 'BSD-3-Clause', 'MIT', 'Zlib', 'Libpng', 'libtiff', 'FTL', 'IJG'],
  },
];

/** The LGPL is an addition to the GPL. */
const TEXTS_OF = { 'LGPL-3.0-or-later': ['LGPL-3.0-only', 'GPL-3.0-only'] };

const isCalled = (folder) => (name) => existsSync(join(folder, name));
const read = (folder, name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r', '').trim();
const packageJson = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folders of the packages that these modules of a bundler belong to. */
export function packagesOf(moduleIds) {
  const folders = moduleIds.flatMap((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  return [...new Set(folders)];
}

/** A bundler's plugin that collects the folders of the packages in a bundle. */
export function collectPackages() {
  const folders = new Set();
  const plugin = {
    name: 'collect-packages',
    generateBundle(_options, bundle) {
      for (const { moduleIds = [] } of Object.values(bundle)) {
        for (const folder of packagesOf(moduleIds)) folders.add(folder);
      }
    },
  };
  return { folders, plugin };
}

/** The folders of these packages and of all that npm installs for them: what a program needs beside its bundle. */
export function installedFor(names, root) {
  const folders = new Set();
  const find = (name, from) => {
    for (let folder = from; ; folder = dirname(folder)) {
      const found = join(folder, 'node_modules', name);
      if (existsSync(join(found, 'package.json'))) return found;
      if (folder === dirname(folder)) return undefined;
    }
  };
  const add = (name, from) => {
    const folder = find(name, from);
    // Packages for other systems are not installed.
    if (folder === undefined || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = packageJson(folder);
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      add(next, folder);
    }
  };
  for (const name of names) add(name, root);
  return [...folders];
}

/** The license of a package as an SPDX expression; old packages name it in another form. */
export const licenseOf = ({ license, licenses }) =>
  typeof license === 'string'
    ? license
    : [license ?? licenses ?? []]
        .flat()
        .map(({ type }) => type)
        .join(' OR ');

/** The text of notices for these folders of packages. */
export function noticesOf(folders) {
  const byText = new Map();
  for (const folder of folders) {
    const json = packageJson(folder);
    const title = `${json.name} ${json.version} (${licenseOf(json)})`;
    const text = textOf(folder, json);
    byText.set(text, [...(byText.get(text) ?? []), title]);
  }
  return [...byText]
    .map(([text, titles]) => `${'='.repeat(80)}\n${titles.sort().join('\n')}\n${'-'.repeat(80)}\n\n${text}\n`)
    .sort((a, b) => (a < b ? -1 : 1))
    .join('\n');
}

function textOf(folder, json) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && IS_NOTICE.test(entry.name) && !IS_CODE.test(entry.name))
    .map(({ name }) => name)
    .sort();
  if (names.length > 0) return names.map((name) => read(folder, name)).join('\n\n');
  const { ids = [] } = LICENSES_OF_PARTS.find(({ name }) => name.test(json.name)) ?? {};
  const own = licenseOf(json).match(/[\w.-]+/g) ?? [];
  const texts = [...own, ...ids].flatMap((id) => TEXTS_OF[id] ?? id).map((id) => standardText(id, json));
  return [...readmeOnLicense(folder), ...texts].join('\n\n');
}

/** What a package without a license file says about its license: the section of its readme. */
function readmeOnLicense(folder) {
  const name = ['README.md', 'readme.md'].find(isCalled(folder));
  const [section] = (name && /^(#+) *licen[cs](e|ing)\b.*?(?=^\1 |(?![\s\S]))/ims.exec(read(folder, name))) ?? [];
  return section === undefined ? [] : [section.trim()];
}

/** The text of a license by its SPDX id; none for AND, OR and WITH. */
function standardText(id, { name, author }) {
  if (/^(and|or|with)$/i.test(id)) return '';
  const { licenseText } = require(`spdx-license-list/licenses/${id}.json`);
  const holder = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`);
  return licenseText.replace(/<year> <(copyright holders|owner)>/, holder).trim();
}
