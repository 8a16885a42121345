import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'install-'));
  for (const name of ['package.json', '.swcrc', 'src/embedded']) {
    await cp(name, join(root, name), { recursive: true });
  }
  // Asks for just what is installed, so that no test installs anything into the shared node_modules.
  await cp('node_modules/.package-lock.json', join(root, 'package-lock.json'));
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function install(): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join(root, 'src/embedded/install.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

const compiled = () => readFile(join(root, '.build/src/example.js'), 'utf8');

describe('what npm start does first', () => {
  it('compiles the sources, and says nothing when all is well', async () => {
    await writeFile(join(root, 'src/example.ts'), 'export const word: string = "one";');
    expect(await install()).toEqual({ code: 0, said: '' });
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
    const { code, said } = await install();
    expect(code).toBe(1);
    expect(said).toContain('src/example.ts');
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
    await writeFile(join(root, 'package.json'), '{ "name": ');
    const { code, said } = await install();
    expect(code).toBe(1);
    expect(said).toMatch(/^Installing packages; /);
    expect(said).toContain('EJSONPARSE');
    expect(said).toMatch(/Installing the packages failed \(exit code 1\)/);
  });
});
