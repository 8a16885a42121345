/** The GitHub Action as a runner starts it, against a service; posts are counted at the platform. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { parse } from 'yaml';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount } from '../support/account.js';
import { codeBlocks } from '../support/documents.js';
import { type FlakyProxy, startFlakyProxy } from '../support/flaky-proxy.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { ACTION, runAction, useWorkspace } from './action.js';

const { db, service } = await useService({ roles: 'api,worker' });
const { folder, workspace, newRunId } = useWorkspace();

let sandbox: Sandbox;
let proxy: FlakyProxy;
let apiKey: string;
let target: string;

beforeAll(async () => {
  [sandbox, proxy] = await Promise.all([startSandbox({ port: 0 }), startFlakyProxy(service.url)]);
  const account = await createAccount(db);
  apiKey = account.apiKey;
  target = await account.connect(sandbox.createAccount('fediverse'));
});
afterAll(() => Promise.all([sandbox?.close(), proxy?.close()]));
afterEach(() => sandbox.clearFaults());

const sent = (text: string) => sandbox.posts().filter((post) => post.text === text);
const step = (inputs: Record<string, string>, env: Record<string, string> = {}) =>
  runAction(
    workspace,
    { url: service.url, 'api-key': apiKey, accounts: target, ...inputs },
    { GITHUB_RUN_ID: newRunId(), ...env },
  );
const groupOf = async (id: string | undefined) => {
  const query = `query ($id: ID!) { postGroup(id: $id) {
    status content scheduledTime media { edges { node { altText status metadata { width } } } } } }`;
  return (await graphql(service, { 'x-api-key': apiKey }, query, { id })).data.postGroup;
};

test('the bundle is that of the sources', async () => {
  const fresh = path.join(folder, 'fresh.mjs');
  await promisify(execFile)(process.execPath, [path.join(ACTION, 'build.mjs'), fresh]);
  expect(readFileSync(path.join(ACTION, 'dist/main.mjs'), 'utf8')).toBe(readFileSync(fresh, 'utf8'));
});

test('a post is published, waited for and reported', async () => {
  const { code, outputs, summary, masked, log } = await step({ content: 'Release 1.0' });
  expect(log).not.toContain('::error');
  expect(code).toBe(0);
  expect(sent('Release 1.0')).toHaveLength(1);
  expect(outputs).toMatchObject({
    status: 'PUBLISHED',
    replayed: 'false',
    'post-id': expect.stringMatching(/^\w{24}$/),
  });
  expect(JSON.parse(outputs.permalinks ?? '')).toEqual([expect.stringMatching(/^http/)]);
  expect(JSON.parse(outputs.posts ?? '')).toEqual([
    expect.objectContaining({ platformId: target, status: 'PUBLISHED', error: null }),
  ]);
  expect(summary).toContain('Release 1.0');
  expect(masked).toEqual([apiKey]);
});

test('a text from a file, on all accounts of a platform, at a later time', async () => {
  writeFileSync(path.join(workspace, 'news.md'), 'From a file — ✓\n');
  const inputs = {
    'content-file': 'news.md',
    accounts: '',
    platforms: 'fediverse',
    'scheduled-time': '2035-01-01T10:00:00+01:00',
  };
  const { code, outputs } = await step(inputs);
  expect(code).toBe(0);
  expect(outputs.status).toBe('SCHEDULED');
  expect(await groupOf(outputs['post-id'])).toMatchObject({
    content: 'From a file — ✓',
    scheduledTime: '2035-01-01T09:00:00.000Z',
  });
});

test('files with alternative texts are published in their order', async () => {
  for (const [name, width] of Object.entries({ 'a.png': 64, 'b.png': 48 })) {
    const image = await sharp({ create: { width, height: 64, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    writeFileSync(path.join(workspace, name), image);
  }
  const { code, outputs, log } = await step({ content: 'Two pictures', media: 'b.png\na.png', 'alt-texts': '\nTeal' });
  expect(log).not.toContain('::error');
  expect(code).toBe(0);
  expect((await groupOf(outputs['post-id'])).media.edges).toEqual([
    { node: { altText: null, status: 'READY', metadata: { width: 48 } } },
    { node: { altText: 'Teal', status: 'READY', metadata: { width: 64 } } },
  ]);
  expect(sent('Two pictures')[0]?.media).toHaveLength(2);
});

test('a re-run goes on where an attempt ended between two files', async () => {
  const GITHUB_RUN_ID = newRunId();
  const inputs = { content: 'Interrupted', media: 'a.png\nbroken.png' };
  writeFileSync(path.join(workspace, 'broken.png'), 'no picture');
  const { code, errors, outputs } = await step(inputs, { GITHUB_RUN_ID });
  expect([code, errors]).toEqual([1, [expect.stringContaining('media: broken.png: ')]]);
  expect(outputs.status).toBe('DRAFT');
  writeFileSync(path.join(workspace, 'broken.png'), readFileSync(path.join(workspace, 'b.png')));
  const again = await step(inputs, { GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT: '2' });
  expect(again.outputs).toMatchObject({ status: 'PUBLISHED', replayed: 'true', 'post-id': outputs['post-id'] });
  expect((await groupOf(outputs['post-id'])).media.edges).toHaveLength(2);
  expect(sent('Interrupted')).toHaveLength(1);
});

test('a draft stays a draft', async () => {
  const { code, outputs } = await step({ content: 'For review', draft: 'true' });
  expect([code, outputs.status]).toEqual([0, 'DRAFT']);
});

describe('nothing is posted twice', () => {
  test.each(['text only', 'with a file'])('when responses are lost: %s', async (kind) => {
    const content = `Lost answers, ${kind}`;
    writeFileSync(path.join(workspace, 'one.png'), await sharp(path.join(workspace, 'a.png')).toBuffer());
    for (const operation of ['createPost', 'updatePost', 'createUpload', 'completeUpload']) proxy.lose(operation, 1);
    const media: Record<string, string> = kind === 'with a file' ? { media: 'one.png' } : {};
    const { code, outputs, log } = await step({ url: proxy.url, content, ...media });
    expect(log).not.toContain('::error');
    expect([code, outputs.status]).toEqual([0, 'PUBLISHED']);
    expect(sent(content)).toHaveLength(1);
    for (const operation of ['createPost', 'updatePost', 'createUpload', 'completeUpload']) proxy.lose(operation, 0);
  });

  test('when jobs are run again', async () => {
    const GITHUB_RUN_ID = newRunId();
    const steps = [];
    for (const GITHUB_RUN_ATTEMPT of ['1', '2', '3']) {
      steps.push(await step({ content: 'Run again' }, { GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT }));
    }
    expect(steps.map(({ code, outputs }) => [code, outputs.status, outputs.replayed])).toEqual([
      [0, 'PUBLISHED', 'false'],
      [0, 'PUBLISHED', 'true'],
      [0, 'PUBLISHED', 'true'],
    ]);
    expect(new Set(steps.map(({ outputs }) => outputs['post-id'])).size).toBe(1);
    expect(sent('Run again')).toHaveLength(1);
  });

  test('when another text comes with the same step of the same run', async () => {
    const GITHUB_RUN_ID = newRunId();
    await step({ content: 'At 10:00' }, { GITHUB_RUN_ID });
    const { code, errors } = await step({ content: 'At 10:01' }, { GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT: '2' });
    expect([code, errors]).toEqual([1, [expect.stringContaining('already created another post')]]);
    expect(sent('At 10:01')).toHaveLength(0);
  });

  test('when a run is run again after its key was forgotten', async () => {
    const GITHUB_RUN_ID = newRunId();
    const content = 'Of last week';
    const { outputs } = await step({ content }, { GITHUB_RUN_ID });
    await db.query("UPDATE post_groups SET created_at = created_at - interval '7 days' WHERE id = $1", [
      outputs['post-id'],
    ]);
    await db.query('DELETE FROM idempotency_keys WHERE group_id = $1', [outputs['post-id']]);
    const again = { GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT: '2' };
    const { code, errors } = await step({ content }, again);
    expect([code, errors]).toEqual([1, [expect.stringContaining(`The post ${outputs['post-id']} of `)]]);
    expect(sent(content)).toHaveLength(1);
    expect((await step({ content, 'idempotency-key': 'wanted' }, again)).code).toBe(0);
    expect(sent(content)).toHaveLength(2);
  });

  test('each step, job and leg of a matrix creates a separate post', async () => {
    const GITHUB_RUN_ID = newRunId();
    const content = 'One post each';
    await step({ content }, { GITHUB_RUN_ID });
    await step({ content }, { GITHUB_RUN_ID, GITHUB_ACTION: '__run_2' });
    await step({ content }, { GITHUB_RUN_ID, GITHUB_JOB: 'other' });
    await step({ content, matrix: '{"language":"fr"}' }, { GITHUB_RUN_ID });
    expect(sent(content)).toHaveLength(4);
  });
});

test('a post that failed fails the step and says why; a re-run tries it again', async () => {
  const GITHUB_RUN_ID = newRunId();
  sandbox.setFault({
    platform: 'fediverse',
    kind: 'answer',
    times: 0,
    answer: { status: 422, body: { error: 'Not today' } },
  });
  const first = await step({ content: 'Fails once' }, { GITHUB_RUN_ID });
  expect(first.code).toBe(1);
  expect(first.errors).toEqual([expect.stringMatching(/^The post was not published\. fediverse-/)]);
  expect(first.outputs.status).toBe('FAILED');
  expect(JSON.parse(first.outputs.posts ?? '')[0].error.message).toEqual(expect.any(String));
  sandbox.clearFaults();
  const second = await step({ content: 'Fails once' }, { GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT: '2' });
  expect([second.code, second.outputs.status]).toEqual([0, 'PUBLISHED']);
  expect(sent('Fails once')).toHaveLength(1);
});

test('a post that takes too long fails the step, which says that the service goes on', async () => {
  sandbox.setFault({ platform: 'fediverse', kind: 'rate_limited', times: 1, resetSeconds: 20 });
  const { code, errors, outputs } = await step({ content: 'Slow', 'wait-seconds': '1' });
  expect([code, errors]).toEqual([1, [expect.stringContaining('within 1 seconds. The service goes on')]]);
  expect(outputs['post-id']).toMatch(/^\w{24}$/);
});

test.each<[string, Record<string, string>, string]>([
  ['no key', { 'api-key': '' }, 'api-key is missing'],
  ['a key with a line break', { 'api-key': 'sk_a\nb' }, 'api-key contains characters'],
  ['a wrong key', { 'api-key': 'sk_wrong' }, 'API_KEY_INVALID'],
  ['no text', { content: ' ' }, 'content or content-file is required'],
  ['no targets', { accounts: '' }, 'accounts or platforms'],
  [
    'an unknown platform',
    { platforms: 'Fediverse, Twitter' },
    'platforms: Twitter is none of fediverse, messenger, microblog, network, photogram, pinboard, shortvideo, skyfeed, socialpage, threadtalk, videohub.',
  ],
  ['a target that is not connected', { accounts: 'fediverse-nobody' }, 'CONNECTIONS_NOT_FOUND'],
  ['a text that is too long', { content: 'x'.repeat(6000) }, 'VALIDATION_FAILED) · '],
  ['a time without zone', { 'scheduled-time': '2035-01-01 10:00' }, 'scheduled-time must be'],
  ['a file that is not there', { media: 'nothing.png' }, 'nothing.png does not exist'],
  ['a file that is no image', { media: 'news.md' }, 'not of a known type'],
  ['a time to wait that is too long', { 'wait-seconds': '999999' }, 'wait-seconds must be'],
  ['an address with credentials', { url: 'https://a:secret@example.com' }, 'url must be'],
  ['a service that is none', { url: 'file:///etc/passwd' }, 'url must be'],
])('%s is refused with a message', async (_name, inputs, message) => {
  const { code, errors, log } = await step({ content: 'Refused', ...inputs });
  expect([code, errors]).toEqual([1, [expect.stringContaining(message)]]);
  expect(log).not.toContain('a:secret');
  expect(sent('Refused')).toHaveLength(0);
});

describe('hostile', () => {
  test.each([
    ['content-file', 'secret.md'],
    ['media', 'secret.png'],
  ])('a link out of the workspace is not published: %s', async (input, name) => {
    writeFileSync(path.join(folder, 'credentials'), 'token');
    symlinkSync(path.join(folder, 'credentials'), path.join(workspace, name));
    const { code, errors } = await step({ ...(input === 'media' && { content: 'Linked' }), [input]: name });
    expect([code, errors]).toEqual([1, [`${input}: ${name} is not in the workspace.`]]);
  });

  test('a text is no command of the runner, no HTML and no Markdown of the summary', async () => {
    const content = [
      '::set-output name=status::OWNED',
      '::add-mask::a',
      '',
      '</blockquote><img src=x onerror=alert(1)>',
      '![track](https://evil.example/x.png) [click](javascript:alert(1)) @everyone',
      'ghadelimiter_x',
      'status<<EOF',
      'OWNED',
      'EOF',
    ].join('\n');
    const { code, log, outputs, summary } = await step({ content });
    expect([code, outputs.status]).toEqual([0, 'PUBLISHED']);
    expect(log).not.toMatch(/OWNED|^::set-output/m);
    expect(summary).not.toMatch(/<img|!\[|\]\(|@everyone/);
    expect(summary).toContain('img src');
  });

  test('what a platform responds is shown as text', async () => {
    const error = 'No\n::error::forged\n<script>alert(1)</script>';
    sandbox.setFault({ platform: 'fediverse', kind: 'answer', times: 0, answer: { status: 422, body: { error } } });
    const { errors, log, summary } = await step({ content: 'Answered' });
    expect(errors).toHaveLength(1);
    expect(log).not.toMatch(/^::error::forged/m);
    expect(summary).not.toContain('<script>');
  });

  test('the key is printed nowhere but where it is masked', async () => {
    const { log, outputs, summary } = await step({ content: 'Masked' });
    expect(log.replace(`::add-mask::${apiKey}`, '') + JSON.stringify(outputs) + summary).not.toContain(apiKey);
  });

  test('the key follows no redirect', async () => {
    const arrived: string[] = [];
    const elsewhere = createServer((request, response) => {
      arrived.push(request.url ?? '');
      response.writeHead(307, { location: '/stolen' }).end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const { code, errors } = await step({ content: 'Redirected', url: `http://127.0.0.1:${port}` });
    elsewhere.close();
    expect([code, errors]).toEqual([1, [expect.stringContaining('it answered 307')]]);
    expect(arrived).toEqual(['/graphql']);
  });
});

test('the workflow of the guide publishes', async () => {
  const [block] = codeBlocks('docs/guides/automation.md').filter(({ language }) => language === 'yaml');
  const { steps } = parse(block?.code ?? '').jobs.announce;
  const { with: inputs } = steps.at(-1);
  const given = { ...inputs, url: service.url, 'api-key': apiKey, accounts: target };
  given.content = given.content.replace(/\$\{\{ github\.event\.release\.(\w+) \}\}/g, 'v1.0 $1');
  const { code, outputs } = await step(given);
  expect([code, outputs.status]).toEqual([0, 'PUBLISHED']);
  expect(JSON.stringify(inputs)).not.toMatch(/sk_/);
});
