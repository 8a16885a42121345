import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { platforms } from '../../src/platforms/registry.js';
import { eventually } from '../support/eventually.js';

interface Facts {
  baseUrl: string;
  graphqlUrl: string;
  graphqlWsUrl: string;
  sandboxUrl: string;
  apiKey: string;
  connections: string[];
  textConnections: string[];
}

interface Started {
  child: ChildProcess;
  output: () => string;
  exited: Promise<[number | null, string | null]>;
}

let dataDir: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'publishing-start-'));
});

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  // A killed start leaves its database running; the next one, or this, ends it.
  await run({ DATA_DIR: dataDir, PORT: '0' }).then(end, () => undefined);
  await rm(dataDir, { recursive: true, force: true });
});

/** What `npm start` runs once everything is installed and built. */
function launch(env: Record<string, string>): Started {
  const child = spawn(process.execPath, ['--enable-source-maps', '.build/src/main.js'], {
    env: { PATH: process.env.PATH, PUBLISH_GRACE_MS: '100', WORKER_HEARTBEAT_SECONDS: '10', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  return { child, output: () => text, exited: once(child, 'exit') as Started['exited'] };
}

async function run(env: Record<string, string>): Promise<Started> {
  const service = launch(env);
  await Promise.race([
    eventually(async () => (service.output().includes('Ctrl-C stops it') ? true : undefined), 30_000),
    service.exited.then(() => Promise.reject(new Error(service.output()))),
  ]);
  return service;
}

async function end({ child, exited }: Started): Promise<number | null> {
  child.kill('SIGINT');
  const [code] = await exited;
  return code;
}

const readFacts = async (): Promise<Facts> => JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));

async function api(facts: Facts, method: string, route: string, body?: unknown) {
  const answer = await fetch(`${facts.baseUrl}/api/v1${route}`, {
    method,
    headers: { 'x-api-key': facts.apiKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

const timeline = async (facts: Facts, text: string) => {
  const { posts } = await (await fetch(`${facts.sandboxUrl}/timeline.json`)).json();
  return posts.filter((post: { text: string }) => post.text === text);
};

const create = (facts: Facts, content: string, inMs: number) =>
  api(facts, 'POST', '/create-post', {
    content,
    platforms: facts.textConnections,
    scheduledTime: new Date(Date.now() + inMs).toISOString(),
  });

/** The code blocks of the README, by language. */
async function readmeExamples(): Promise<{ js: string[]; sh: string[] }> {
  const text = await readFile('README.md', 'utf8');
  const blocks = (language: string) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, code]) => code ?? '');
  return { js: blocks('js'), sh: blocks('sh') };
}

async function runExample(code: string, language: 'js' | 'sh'): Promise<string> {
  const [command, args] =
    language === 'js' ? [process.execPath, ['--input-type=module', '-e', code]] : ['sh', ['-c', code]];
  const child = spawn(command, args, { env: { PATH: process.env.PATH, DATA_DIR: dataDir } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error(`An example of the README failed:\n${text}`);
  return text;
}

test('a newcomer’s life: first start, a post on time, a second start, kill -9, and Ctrl-C', async () => {
  const first = await run({ DATA_DIR: dataDir, PORT: '0' });
  const facts = await readFacts();
  expect((await stat(path.join(dataDir, 'demo.json'))).mode & 0o077).toBe(0);
  expect(facts.connections.map((id) => id.split('-')[0])).toEqual([...platforms.keys()]);
  for (const shown of [facts.graphqlUrl, facts.graphqlWsUrl, facts.sandboxUrl, facts.apiKey]) {
    expect(first.output()).toContain(shown);
  }

  // A post two seconds ahead is on every platform that takes text alone within two seconds of
  // its time, and a subscriber saw each step.
  const { postGroupId } = await create(facts, 'First post', 2_000);
  const client = createClient({
    url: facts.graphqlWsUrl,
    webSocketImpl: WebSocket,
    connectionParams: { 'x-api-key': facts.apiKey },
  });
  const seen: string[] = [];
  const steps = client.iterate<{ postProgress: { type: string } }>({
    query: 'subscription ($id: ID!) { postProgress(postGroupId: $id, after: 0) { type } }',
    variables: { id: postGroupId },
  });
  for await (const { data } of steps) {
    seen.push(data?.postProgress.type ?? '');
    if (seen.at(-1) === 'GROUP_FINISHED') break;
  }
  await client.dispose();
  expect(new Set(seen)).toEqual(
    new Set(['CREATED', 'QUEUED', 'PROCESSING', 'ATTEMPT_STARTED', 'PUBLISHED', 'GROUP_FINISHED']),
  );
  const { posts } = await api(facts, 'GET', '/list-posts');
  for (const { receivedAt } of await timeline(facts, 'First post')) {
    expect(Date.parse(receivedAt) - Date.parse(posts[0].scheduledTime)).toBeLessThan(2_000);
  }

  // The README's examples, as they stand there.
  const examples = await readmeExamples();
  const follower = runExample(examples.js[1] as string, 'js');
  const [overGraphql, overRest] = await Promise.all([
    runExample(examples.js[0] as string, 'js'),
    runExample(examples.sh.find((block) => block.startsWith('node -e')) as string, 'sh'),
  ]);
  expect(overGraphql).toContain('"status": "SCHEDULED"');
  expect(overRest).toContain('"processingStatus":"finished"');
  expect(await follower).toContain('"type":"GROUP_FINISHED"');

  // A second service on the same folder is refused with one sentence.
  const rival = launch({ DATA_DIR: dataDir, PORT: '0' });
  expect((await rival.exited)[0]).toBe(1);
  expect(rival.output()).toMatch(/in use by another running service .*DATA_DIR/);

  // kill -9 with a post waiting: the next start takes over, and the post goes out once.
  await create(facts, 'Survives the crash', 3_000);
  first.child.kill('SIGKILL');
  await first.exited;
  const second = await run({ DATA_DIR: dataDir, PORT: '0' });
  const again = await readFacts();
  expect(again.apiKey).toBe(facts.apiKey);
  expect((await api(again, 'GET', '/list-posts')).pagination.totalItems).toBe(4);
  await eventually(async () => ((await timeline(again, 'Survives the crash')).length === 7 ? true : undefined), 30_000);
  expect(await timeline(again, 'First post')).toHaveLength(7);

  // Ctrl-C ends everything, the database included.
  expect(await end(second)).toBe(0);
  expect(await readdir(path.join(dataDir, 'postgres', 'data'))).not.toContain('postmaster.pid');
}, 120_000);

test('a taken port is named, with the variable that changes it', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as { port: number };
  const refused = launch({ DATA_DIR: path.join(dataDir, 'other'), PORT: String(port), SANDBOX_PORT: '0' });
  expect((await refused.exited)[0]).toBe(1);
  expect(refused.output()).toContain(`Port ${port} is in use by another program. Choose another with PORT`);
  holder.close();
}, 60_000);

test('a wrong configuration is one sentence per variable, and exit code 1', async () => {
  const refused = launch({ PORT: 'seven', DATABASE_URL: 'mysql://x', ENCRYPTION_KEYS: 'c2hvcnQ=' });
  expect((await refused.exited)[0]).toBe(1);
  expect(refused.output().trim().split('\n').sort()).toEqual([
    'DATABASE_URL must be an address of the form postgres://user:password@host:port/database.',
    'ENCRYPTION_KEYS must be a comma-separated list of base64 keys of 32 bytes, the newest first.',
    'PORT must be a port number from 0 to 65535.',
  ]);
});
