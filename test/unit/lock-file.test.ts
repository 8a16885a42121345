import { readFile } from 'node:fs/promises';

test.each(
  ['', 'tools/chromium/', 'tools/clients/', 'tools/node/', 'tools/pds/'].map((folder) => `${folder}package-lock.json`),
)('%s has the hash of every package, and the address of none', async (file) => {
  const { packages } = JSON.parse(await readFile(file, 'utf8')) as {
    packages: Record<string, { integrity?: string; resolved?: string }>;
  };
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});
