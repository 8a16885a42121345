import { readFile } from 'node:fs/promises';

test.each(
  ['', ...['chromium', 'clients', 'docs', 'helm', 'node', 'pds', 'peer'].map((tool) => `tools/${tool}/`)].map(
    (folder) => `${folder}package-lock.json`,
  ),
)('%s has the hash of every package, and the address of none', async (file) => {
  const { packages } = JSON.parse(await readFile(file, 'utf8')) as {
    packages: Record<string, { integrity?: string; resolved?: string }>;
  };
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test('what `npm ci --omit=dev` installs has no compiler', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const compilers = Object.entries(packages).filter(([path]) =>
    /(^|\/)node_modules\/(typescript|vite|rolldown|@swc\/core|@babel\/core)$/.test(path),
  );
  expect(compilers.length).toBeGreaterThan(3);
  expect(compilers.filter(([, { dev, devOptional }]) => !dev && !devOptional).map(([path]) => path)).toEqual([]);
});
