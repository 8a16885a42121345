import { readFile } from 'node:fs/promises';
import semver from 'semver';

const json = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

// An optional package is the program of one platform, of which some have older ones only.
test('engines allows only what every package supports', async () => {
  const { engines } = await json('package.json');
  const { packages } = (await json('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string }; optional?: boolean }>;
  };
  const refusing = Object.entries(packages).filter(
    ([, { engines: needed, optional }]) => needed?.node && !optional && !semver.subset(engines.node, needed.node),
  );
  expect(refusing.map(([path, { engines: needed }]) => `${path} ${needed?.node}`)).toEqual([]);
});

test('the Node that an install brings, and the one of .nvmrc, are allowed by engines', async () => {
  const { engines } = await json('package.json');
  const { optionalDependencies: brought } = await json('tools/node/package.json');
  expect(Object.values<string>(brought).filter((version) => !semver.satisfies(version, engines.node))).toEqual([]);
  expect(semver.intersects((await readFile('.nvmrc', 'utf8')).trim(), engines.node)).toBe(true);
});
