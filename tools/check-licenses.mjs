/**
 * Fails if a package of package-lock.json has a license that is not on the list: `node tools/check-licenses.mjs`. A license
 * with conditions beyond a notice is allowed for single packages, with the reason.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import satisfies from 'spdx-satisfies';
import { licenseOf } from './install-notices.mjs';

const ALLOWED = [
  'Apache-2.0',
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
];
const ALLOWED_FOR = [
  // A separate library beside the service, which anyone can replace; the image has its license and those of its parts.
  { license: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/ },
  // Only used to build and to test, unchanged, and not distributed.
  { license: 'MPL-2.0', packages: /^(lightningcss(-.*)?|axe-core|ical\.js)$/ },
  // Fonts, unchanged; the notices of the dashboard have the license.
  { license: 'OFL-1.1', packages: /^@fontsource-variable\/inter$/ },
  { license: 'CC-BY-4.0', packages: /^caniuse-lite$/ },
  { license: 'CC-BY-3.0', packages: /^spdx-(exceptions|ranges)$/ },
  { license: 'Python-2.0', packages: /^argparse$/ },
];
/** Packages whose entry has no license; their files have. */
const LICENSE_IN_FILES = {
  busboy: 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
};

const file = process.argv[2] ?? join(import.meta.dirname, '../package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8'));

const problems = Object.entries(packages).flatMap(([folder, entry]) => {
  if (folder === '' || entry.link) return [];
  const name = entry.name ?? folder.replace(/^.*node_modules\//, '');
  const license = licenseOf(entry) || LICENSE_IN_FILES[name];
  const allowed = [...ALLOWED, ...ALLOWED_FOR.flatMap((one) => (one.packages.test(name) ? one.license : []))];
  return isAllowed(license, allowed) ? [] : [`${name} ${entry.version}: ${license ?? 'no license'}`];
});

function isAllowed(license, allowed) {
  try {
    return satisfies(license, allowed);
  } catch {
    // Not an SPDX expression.
    return false;
  }
}

if (problems.length > 0) {
  console.error(`Licenses that are not on the list of tools/check-licenses.mjs:\n${problems.sort().join('\n')}`);
  process.exitCode = 1;
}
