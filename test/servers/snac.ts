/** A fediverse server, Debian's package snac2, as a separate process, with the files that it stores. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../faults/world.js';
import { eventually } from '../support/eventually.js';
import { type FaultProxy, startProxy } from './proxy.js';

const run = promisify(execFile);

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * The server's program, or why there is none. A package that is not installed is only unpacked, into .build: it is taken
 * from the mirror that this machine has, from its release or the backports of that, and nothing of the system changes.
 */
export async function bringSnac(): Promise<{ program: string } | { reason: string }> {
  const home = path.resolve('.build/snac2');
  const program = path.join(home, 'usr/bin/snac');
  try {
    if (!existsSync(program)) await unpack(home);
    await run(program, []).catch((error) => {
      // Without a command it prints its help and ends with 1.
      if (!/minimalistic ActivityPub/.test(`${error.stdout}`)) throw error;
    });
    return { program };
  } catch (error) {
    return { reason: error instanceof Error ? error.message.trim() : String(error) };
  }
}

async function unpack(home: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'snac-package-'));
  const at = (name: string) => path.join(folder, name);
  try {
    const format = ['--format', '$(REPO_URI) $(CODENAME)', 'Created-By: Packages', 'Origin: Debian'];
    const { stdout } = await run('apt-get', ['indextargets', ...format]);
    const release = stdout.split('\n').find((line) => /^https?:\S+ [a-z]+$/.test(line));
    if (!release) throw new Error('This is no Debian with a mirror');
    const options = existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : '';
    await writeFile(at('sources.list'), `deb ${options}${release} main\ndeb ${options}${release}-backports main\n`);
    await mkdir(at('lists/partial'), { recursive: true });
    await mkdir(at('cache/archives/partial'), { recursive: true });
    const settings = Object.entries({
      'Dir::Etc::SourceList': at('sources.list'),
      'Dir::Etc::SourceParts': '/dev/null',
      'Dir::State::Lists': at('lists'),
      'Dir::Cache': at('cache'),
      'APT::Sandbox::User': 'root',
      'Acquire::Languages': 'none',
      'Acquire::http::Timeout': '20',
    }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    const limits = { cwd: folder, timeout: 120_000 };
    await run('apt-get', [...settings, 'update'], limits);
    await run('apt-get', [...settings, 'download', 'snac2'], limits);
    const file = (await readdir(folder)).find((name) => name.endsWith('.deb')) ?? '';
    await rm(home, { recursive: true, force: true });
    await run('dpkg-deb', ['--extract', at(file), home]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface SnacAccount {
  login: string;
  password: string;
}

/** A status as the server's own API shows it. */
export interface Status {
  id: string;
  url: string;
  content: string;
  visibility: string;
  sensitive: boolean;
  spoiler_text: string;
  in_reply_to_id: string | null;
  tags: { name: string }[];
  mentions: { acct: string; url: string }[];
  media_attachments: { type: string; url: string; description: string }[];
}

export interface Snac {
  /** The port on which it listens. Its own address is that of a proxy, which passes everything. */
  port: number;
  /** That address. */
  url: string;
  accounts: SnacAccount[];
  /** The statuses of an account. */
  statuses(login: string): Promise<Status[]>;
  /** A file, by the address that a status has for it. */
  file(url: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** A server with so many accounts: it does not take any while it runs. */
export async function startSnac(program: string, count: number): Promise<Snac> {
  const parent = await mkdtemp(path.join(tmpdir(), 'snac-'));
  const folder = path.join(parent, 'data');
  const port = await freePort();
  const proxy: FaultProxy = await startProxy(port);
  await typing(program, ['init', folder], `127.0.0.1\n${port}\n${new URL(proxy.url).host}\n\n\n`);
  const settings = path.join(folder, 'server.json');
  // Its addresses are of http, as nothing here is encrypted.
  const changed = { ...JSON.parse(await readFile(settings, 'utf8')), protocol: 'http' };
  await writeFile(settings, JSON.stringify(changed));
  const accounts: SnacAccount[] = [];
  for (const login of Array.from({ length: count }, (_, index) => `user${index}`)) {
    const output = await typing(program, ['adduser', folder, login], `${login}\n`);
    const password = /password is (\S+)/.exec(output)?.[1];
    if (!password) throw new Error(`No account was made: ${output}`);
    accounts.push({ login, password });
  }
  const child = spawn(program, ['httpd', folder], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));
  const read = async (address: string): Promise<Response> => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  await eventually(async () => (await read(`${proxy.url}/api/v1/instance`)).ok);

  return {
    port,
    url: proxy.url,
    accounts,
    statuses: async (login) => (await read(`${proxy.url}/api/v1/accounts/${login}/statuses`)).json(),
    file: async (url) => Buffer.from(await (await read(url)).arrayBuffer()),
    async close() {
      child.kill('SIGKILL');
      await exited;
      await proxy.close();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** Runs a command of the server that reads from the terminal; returns what it printed. */
async function typing(program: string, args: string[], input: string): Promise<string> {
  const running = run(program, args, { timeout: 60_000 });
  running.child.stdin?.end(input);
  const { stdout, stderr } = await running;
  return stdout + stderr;
}
