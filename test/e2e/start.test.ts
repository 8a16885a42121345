import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { platforms } from '../../src/platforms/registry.js';
import { eventually } from '../support/eventually.js';
import { api, createPost, end, type Facts, killAll, launch, readFacts, run } from './local-start.js';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'publishing-start-'));
});

afterAll(async () => {
  killAll();
  // A killed start leaves its database running; the next one, or this, ends it.
  await run({ DATA_DIR: dataDir, PORT: '0' }).then(end, () => undefined);
  await rm(dataDir, { recursive: true, force: true });
});

const timeline = async (facts: Facts, text: string) => {
  const { posts } = await (await fetch(`${facts.sandboxUrl}/timeline.json`)).json();
  return posts.filter((post: { text: string }) => post.text === text);
};

test('a newcomer’s life: first start, a post on time, a second start, kill -9, and Ctrl-C', async () => {
  const first = await run({ DATA_DIR: dataDir, PORT: '0' });
  const facts = await readFacts(dataDir);
  expect((await stat(path.join(dataDir, 'demo.json'))).mode & 0o077).toBe(0);
  expect(facts.connections.map((id) => id.split('-')[0])).toEqual([...platforms.keys()]);
  for (const shown of [facts.graphqlUrl, facts.graphqlWsUrl, facts.sandboxUrl, facts.apiKey]) {
    expect(first.output()).toContain(shown);
  }

  // A post two seconds ahead is on every platform that takes text alone within two seconds of
  // its time, and a subscriber saw each step.
  const { postGroupId } = await createPost(facts, 'First post', 2_000);
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
    expect(Date.parse(receivedAt) - Date.parse(posts[0].scheduledTime)).toBeLessThan(5_000);
  }

  // A second service on the same folder is refused with one sentence.
  const rival = launch({ DATA_DIR: dataDir, PORT: '0' });
  expect((await rival.exited)[0]).toBe(1);
  expect(rival.output()).toMatch(/in use by another running service .*DATA_DIR/);

  // kill -9 with a post waiting: the next start takes over, and the post is published once.
  await createPost(facts, 'Survives the crash', 3_000);
  first.child.kill('SIGKILL');
  await first.exited;
  const second = await run({ DATA_DIR: dataDir, PORT: '0' });
  const again = await readFacts(dataDir);
  expect(again.apiKey).toBe(facts.apiKey);
  expect((await api(again, 'GET', '/list-posts')).pagination.totalItems).toBe(2);
  await eventually(async () => ((await timeline(again, 'Survives the crash')).length === 7 ? true : undefined));
  expect(await timeline(again, 'First post')).toHaveLength(7);

  // What a start prints can be pasted twice: the command makes a post each time, the mutation one.
  const [, command = '', mutation = ''] = /^( +curl .*?)\n\n.*?^( +mutation .*?^ {2}\})$/ms.exec(second.output()) ?? [];
  for (let pasted = 0; pasted < 2; pasted += 1) {
    await promisify(execFile)('sh', ['-c', command]);
    const headers = { 'content-type': 'application/json', 'x-api-key': again.apiKey };
    await fetch(again.graphqlUrl, { method: 'POST', headers, body: JSON.stringify({ query: mutation }) });
  }
  await eventually(async () => {
    const { posts: all } = await api(again, 'GET', '/list-posts');
    return all.every(({ status }: { status: string }) => status === 'published') && all.length === 5 ? true : undefined;
  });

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
});

test('two taken ports are both named', async () => {
  const holders = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')];
  await Promise.all(holders.map((holder) => once(holder, 'listening')));
  const [port, sandboxPort] = holders.map((holder) => (holder.address() as { port: number }).port);
  const env = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const refused = launch({ DATA_DIR: path.join(dataDir, 'third'), ...env });
  expect((await refused.exited)[0]).toBe(1);
  expect(refused.output()).toContain(`Port ${port} is in use by another program. Choose another with PORT`);
  expect(refused.output()).toContain(
    `Port ${sandboxPort} is in use by another program. Choose another with SANDBOX_PORT`,
  );
  for (const holder of holders) holder.close();
});

test('a wrong configuration is one sentence per variable, and exit code 1', async () => {
  const refused = launch({ PORT: 'seven', DATABASE_URL: 'mysql://x', ENCRYPTION_KEYS: 'c2hvcnQ=' });
  expect((await refused.exited)[0]).toBe(1);
  expect(refused.output().trim().split('\n').sort()).toEqual([
    'DATABASE_URL must be an address of the form postgres://user:password@host:port/database.',
    'ENCRYPTION_KEYS must be a comma-separated list of base64 keys of 32 random bytes, the newest first.',
    'PORT must be a port number from 0 to 65535.',
  ]);
});
