import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { claimDataFolder } from '../../src/local/data-folder.js';

const compiled = pathToFileURL(join(process.cwd(), '.build/src/local/data-folder.js')).href;
const claimer = (dir: string) => `
  import { claimDataFolder } from ${JSON.stringify(compiled)};
  claimDataFolder(${JSON.stringify(dir)}).then(() => console.log('claimed'), (error) => console.log(error.message));
  setInterval(() => {}, 1000);
`;

let root: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'claim-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

/** Another process that tries to claim the folder and stays alive; resolves with what it said. */
async function claimElsewhere(dir: string): Promise<{ child: ChildProcess; output: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', claimer(dir)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, output: chunk.toString().trim() };
}

describe('claiming the data folder', () => {
  it('creates a missing folder that only its owner can read', async () => {
    const dir = join(root, 'a', 'b');
    await claimDataFolder(dir);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
  });

  it('is refused with one clear sentence while another service runs', async () => {
    const { child, output } = await claimElsewhere(root);
    expect(output).toBe('claimed');
    await expect(claimDataFolder(root)).rejects.toThrow(
      `The data folder ${root} is in use by another running service (pid ${child.pid}): stop it first, or set DATA_DIR to another folder.`,
    );
  });

  it('is refused to a second service of the same process', async () => {
    await claimDataFolder(root);
    await expect(claimDataFolder(root)).rejects.toThrow('set DATA_DIR');
  });

  it('succeeds again after a release', async () => {
    const first = await claimDataFolder(root);
    await first.release();
    await expect(claimDataFolder(root)).resolves.toBeDefined();
  });

  it('takes over at once from a killed process', async () => {
    const { child } = await claimElsewhere(root);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const began = Date.now();
    await claimDataFolder(root);
    expect(Date.now() - began).toBeLessThan(10_000);
  });

  it('takes over when the pid belongs to another process now', async () => {
    await claimDataFolder(root);
    const file = join(root, 'in-use.json');
    const claim = JSON.parse(await readFile(file, 'utf8')) as { start: string };
    await writeFile(file, JSON.stringify({ ...claim, start: `${claim.start}0` }));
    await expect(claimDataFolder(root)).resolves.toBeDefined();
  });

  it('takes over a claim that a crash left empty', async () => {
    await writeFile(join(root, 'in-use.json'), '');
    await expect(claimDataFolder(root)).resolves.toBeDefined();
  });

  it('goes to exactly one of many who find the same dead claim', async () => {
    await writeFile(join(root, 'in-use.json'), JSON.stringify({ pid: 2 ** 22 + 1, start: 'never', token: 'dead' }));
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => claimElsewhere(root)));
    expect(outcomes.filter(({ output }) => output === 'claimed')).toHaveLength(1);
  });

  it('does not let an old holder release what another has taken over', async () => {
    const first = await claimDataFolder(root);
    await writeFile(join(root, 'in-use.json'), JSON.stringify({ pid: 2 ** 22 + 1, start: 'never', token: 'dead' }));
    await claimDataFolder(root);
    await first.release();
    await expect(claimDataFolder(root)).rejects.toThrow('in use');
  });
});
