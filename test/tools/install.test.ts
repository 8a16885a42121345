import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'install-'));
  await cp('.swcrc', join(root, '.swcrc'));
  await mkdir(join(root, 'src'));
  await mkdir(join(root, 'tools'));
  for (const name of (await readdir('tools')).filter((name) => /^install/.test(name))) {
    await cp(join('tools', name), join(root, 'tools', name));
  }
  await changePackage({});
  // Requires just what is installed, so that no test installs anything into the shared node_modules.
  await cp('node_modules/.package-lock.json', join(root, 'package-lock.json'));
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

const changePackage = async (change: object) => {
  const unchanged = JSON.parse(await readFile('package.json', 'utf8'));
  await writeFile(
    join(root, 'package.json'),
    JSON.stringify({ ...unchanged, engines: { node: '>=20.0.0' }, ...change }),
  );
};

async function install(args: string[] = [], env = {}): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(root, 'tools/install.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

const compiled = () => readFile(join(root, '.build/src/example.js'), 'utf8');

describe('what npm start does first', () => {
  it('compiles the sources, and says nothing when all is well', async () => {
    await writeFile(join(root, 'src/example.ts'), 'export const word: string = "one";');
    expect(await install()).toEqual({ code: 0, output: '' });
    expect(await compiled()).toContain('export const word = "one"');
  });

  it('writes source maps that name the sources', async () => {
    await writeFile(join(root, 'src/example.ts'), 'export const word = "one";');
    await install();
    const { sources } = JSON.parse(await readFile(join(root, '.build/src/example.js.map'), 'utf8'));
    expect(sources.map((name: string) => join(root, '.build/src', name))).toEqual([join(root, 'src/example.ts')]);
  });

  it('compiles again only when a source has changed, also to an older file', async () => {
    const source = join(root, 'src/example.ts');
    await writeFile(source, 'export const word = "one";');
    await install();
    const before = (await stat(join(root, '.build/src/example.js'))).mtimeMs;
    await install();
    expect((await stat(join(root, '.build/src/example.js'))).mtimeMs).toBe(before);
    await writeFile(source, 'export const word = "two";');
    await utimes(source, 1, 1);
    await install();
    expect(await compiled()).toContain('two');
  });

  it('drops the output of a deleted source', async () => {
    await writeFile(join(root, 'src/example.ts'), 'export {};');
    await install();
    await rm(join(root, 'src/example.ts'));
    await install();
    await expect(compiled()).rejects.toThrow('ENOENT');
  });

  it('fails with the compiler’s words, and keeps the last good build', async () => {
    await writeFile(join(root, 'src/example.ts'), 'export const word = "good";');
    await install();
    await writeFile(join(root, 'src/example.ts'), 'export const = ;');
    const { code, output } = await install();
    expect(code).toBe(1);
    expect(output).toContain('src/example.ts');
    expect(await compiled()).toContain('good');
  });

  it('lets two starts at once wait for each other, and steps over the lock of a killed one', async () => {
    await mkdir(join(root, '.build'));
    await writeFile(join(root, '.build/install.lock'), String(2 ** 22 + 1));
    const outcomes = await Promise.all([install(), install(), install()]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await readdir(join(root, '.build'))).sort()).toEqual(['sources.stamp', 'src']);
  });

  it('installs when npm left a half-finished node_modules, and shows the whole output of a failed install', async () => {
    await rm(join(root, 'node_modules'));
    await mkdir(join(root, 'node_modules/express'), { recursive: true });
    // A project that no npm can install, so that this test needs no network.
    await changePackage({ workspaces: 3 });
    const { code, output } = await install();
    expect(code).toBe(1);
    expect(output).toMatch(/^Installing packages; /);
    expect(output).toContain('EWORKSPACESCONFIG');
    expect(output).toMatch(/Installing the packages failed \(exit code 1\)/);
  });
});

describe('where the development packages were left out', () => {
  const SERVICE = ['--service'];
  const OWN_DATABASE = { DATABASE_URL: 'postgres://db.example.com/publishing' };

  beforeEach(async () => {
    await writeFile(join(root, 'src/example.ts'), 'export {};');
    // A project that no npm can install, so that these tests need no network.
    await changePackage({ workspaces: 3 });
    await install();
    await rm(join(root, 'node_modules'));
    const { packages } = JSON.parse(await readFile('node_modules/.package-lock.json', 'utf8'));
    const left = Object.entries<{ dev?: boolean }>(packages).filter(([, { dev }]) => !dev);
    for (const [folder] of left.filter(([name]) => name.lastIndexOf('node_modules/') === 0)) {
      await mkdir(join(root, folder, '..'), { recursive: true });
      await symlink(join(process.cwd(), folder), join(root, folder));
    }
    const record = JSON.stringify({ packages: Object.fromEntries(left) });
    await writeFile(join(root, 'node_modules/.package-lock.json'), record);
  });

  it('starts the service on a database of the operator’s as it is', async () => {
    expect(await install(SERVICE, OWN_DATABASE)).toEqual({ code: 0, output: '' });
  });

  it('installs them for the embedded database', async () => {
    const installs = { code: 1, output: expect.stringMatching(/^Installing packages; /) };
    expect(await install(SERVICE, { DATABASE_URL: '' })).toEqual(installs);
  });

  it('installs them for anything but the service', async () => {
    const installs = { code: 1, output: expect.stringMatching(/^Installing packages; /) };
    expect(await install([], OWN_DATABASE)).toEqual(installs);
  });

  it('brings them to compile what has changed', async () => {
    await writeFile(join(root, 'src/example.ts'), 'export const changed = true;');
    const { code, output } = await install(['--build-only']);
    expect([code, output]).toEqual([1, expect.stringMatching(/^Installing the development packages, /)]);
  });
});

describe('on a Node that the packages do not support', () => {
  const node = () => join(root, 'tools/node/node_modules/node-for-tests/bin/node');

  beforeEach(async () => {
    await writeFile(join(root, 'src/example.ts'), 'export {};');
    const [major] = process.versions.node.split('.');
    await changePackage({ engines: { node: `^18.1.0 || >=${Number(major) + 1}.0.0` } });
  });

  /** As npm leaves it: the Node that was brought is a copy of this one. */
  async function bringNode() {
    const installed = { packages: { 'node_modules/node-for-tests': { version: '1.0.0' } } };
    await mkdir(join(node(), '..'), { recursive: true });
    await cp(process.execPath, node());
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) {
      await writeFile(join(root, 'tools/node', file), JSON.stringify(installed));
    }
  }

  it('goes on with the one that npm brought, which then is `node` to everything that npm runs', async () => {
    await bringNode();
    // A separate folder, because the link must not reach the packages of this checkout.
    await rm(join(root, 'node_modules'));
    await mkdir(join(root, 'node_modules'));
    for (const name of (await readdir('node_modules')).filter((name) => name !== '.bin')) {
      await symlink(join(process.cwd(), 'node_modules', name), join(root, 'node_modules', name));
    }
    for (let time = 1; time <= 2; time++) {
      expect(await install()).toEqual({ code: 0, output: '' });
      expect(await realpath(join(root, 'node_modules/.bin/node'))).toBe(await realpath(node()));
    }
    await writeFile(join(root, 'src/example.ts'), 'export const = ;');
    expect(await install()).toMatchObject({ code: 1, output: expect.stringContaining('The build failed.') });
  });

  it('says in one line what it brings and why; where that fails, goes on with a warning', async () => {
    await mkdir(join(root, 'tools/node'));
    // A project that no npm can install, so that this test needs no network.
    await writeFile(join(root, 'tools/node/package-lock.json'), '{ "packages": { "node_modules/none": {} } }');
    await writeFile(join(root, 'tools/node/package.json'), '{ "name": ');
    const { code, output } = await install();
    expect(output).toMatch(
      /^This is Node\.js [\d.]+, and the packages need \^18[^\n]+: bringing one from npm into tools\/node/,
    );
    expect(output).toMatch(/\nGoing on with Node\.js [\d.]+, which the packages do not support\.\n$/);
    expect(code).toBe(0);
    expect(await compiled()).toContain('export');
  });
});
