/** The command line as a shell starts it, against a service. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { type FlakyProxy, startFlakyProxy } from '../support/flaky-proxy.js';
import { startService, useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const folder = mkdtempSync(path.join(tmpdir(), 'command-line-'));

let sandbox: Sandbox;
let proxy: FlakyProxy;
let account: TestAccount;
let target: string;

beforeAll(async () => {
  [sandbox, proxy] = await Promise.all([startSandbox({ port: 0 }), startFlakyProxy(service.url)]);
  account = await createAccount(db, { connected: ['skyfeed-2'] });
  target = await account.connect(sandbox.createAccount('fediverse'));
  writeFileSync(
    path.join(folder, 'teal.png'),
    await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
  );
});
afterAll(async () => {
  await Promise.all([sandbox?.close(), proxy?.close()]);
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => sandbox.clearFaults());

interface Run {
  code: number | null;
  out: string;
  err: string;
}
interface Options {
  env?: Record<string, string>;
  input?: string;
  /** Called with the process, whose standard input stays open. */
  onStart?: (child: ChildProcess) => void;
  /** Called with the process at each output. */
  watch?: (child: ChildProcess) => void;
}

async function start(args: string[], { env = {}, input = '', onStart, watch }: Options = {}): Promise<Run> {
  const program = path.resolve('.build/clients/cli/src/main.js');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, XDG_CONFIG_HOME: path.join(folder, 'config'), ...env },
  });
  child.stdout.on('data', () => watch?.(child));
  if (onStart) onStart(child);
  else child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

/** As the account of this file. */
const run = (args: string[], options: Options = {}): Promise<Run> =>
  start(args, {
    ...options,
    env: { PUBLISHING_URL: service.url, PUBLISHING_API_KEY: account.apiKey, ...options.env },
  });
const json = async (args: string[], options?: Options) => {
  const { code, out, err } = await run([...args, '--json'], options);
  expect([code, err]).toEqual([0, expect.any(String)]);
  return JSON.parse(out);
};
const sent = (content: string) => sandbox.posts().filter((post) => post.text === content);

describe('a profile', () => {
  const config = path.join(folder, 'config/social-publishing/config.json');

  test('is stored for its owner alone, with a key from standard input, and used by its name', async () => {
    const login = await start(['login', service.url, '--profile', 'test'], { input: `${account.apiKey}\n` });
    expect(login).toMatchObject({ code: 0, out: '', err: expect.stringContaining('the profile "test"') });
    expect(login.err).not.toContain(account.apiKey);
    expect(statSync(config).mode & 0o777).toBe(0o600);
    expect((await start(['accounts', '--profile', 'test'])).out).toContain(target);
    const env = { PUBLISHING_PROFILE: 'test' };
    expect((await start(['accounts'], { env })).out).toContain(target);
    expect((await start(['logout', '--profile', 'test'])).code).toBe(0);
    expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual({ profiles: {} });
  });

  test('is used as a whole: its key goes to no other service', async () => {
    await start(['login', service.url], { input: account.apiKey });
    const before = proxy.bodies.length;
    const redirected = await start(['accounts'], { env: { PUBLISHING_URL: proxy.url } });
    expect(redirected).toMatchObject({ code: 2, err: expect.stringMatching(/^Set both/) });
    expect(proxy.bodies).toHaveLength(before);
    await start(['logout']);
  });

  test('acts for the managed user of PUBLISHING_USER_ID, however the profile is chosen', async () => {
    const owner = await createAccount(db, { workspaceAccess: true });
    const [stored, wanted] = [await owner.manage(), await owner.manage()];
    await start(['login', service.url, '--user-id', stored], { input: owner.apiKey });
    const user = async (args: string[], env: Record<string, string> = {}) =>
      (await start([...args, 'whoami', '--jq', '.id'], { env })).out.trim();
    expect(await user([])).toBe(stored);
    expect(await user([], { PUBLISHING_USER_ID: wanted })).toBe(wanted);
    expect(await user(['--profile', 'default'], { PUBLISHING_USER_ID: wanted })).toBe(wanted);
    const variables = { PUBLISHING_URL: service.url, PUBLISHING_API_KEY: owner.apiKey };
    expect(await user([], variables)).toBe(owner.userId);
    expect(await user([], { ...variables, PUBLISHING_USER_ID: wanted })).toBe(wanted);
    await start(['logout']);
  });

  test('is not stored with a key that does not work', async () => {
    const env = { PUBLISHING_API_KEY: 'wrong-key-that-must-not-be-shown' };
    const { code, err } = await start(['login', service.url], { env });
    expect([code, err]).toEqual([1, expect.stringContaining('(API_KEY_INVALID)')]);
    expect(err).not.toContain(env.PUBLISHING_API_KEY);
    expect(await start(['accounts'])).toMatchObject({ code: 2, err: expect.stringContaining('Run login first') });
  });
});

describe('a post that exists', () => {
  const draft = async (content: string): Promise<string> =>
    (await json(['post', content, '--to', 'fediverse', '--draft'])).id;

  test('is shown with its targets and its text', async () => {
    const id = await draft('To look at');
    expect((await run(['get', id])).out).toMatch(
      new RegExp(`^${id} DRAFT\\nACCOUNT.*\\n${target} .*\\nTo look at\\n$`),
    );
    expect(await json(['get', id])).toMatchObject({ id, status: 'DRAFT' });
    const missing = await run(['get', '0'.repeat(24)]);
    expect(missing).toMatchObject({ code: 1, err: `There is no post ${'0'.repeat(24)}. (POST_GROUP_NOT_FOUND)\n` });
  });

  test('is edited, scheduled, taken back, published and removed', async () => {
    const id = await draft('First words');
    expect(await json(['edit', id, '--text', 'Second words'])).toMatchObject({
      content: 'Second words',
      status: 'DRAFT',
    });
    const at = '2035-01-31T09:00:00.000Z';
    expect(await json(['edit', id, '--at', at])).toMatchObject({ status: 'SCHEDULED', scheduledTime: at });
    expect(await json(['edit', id, '--draft'])).toMatchObject({ status: 'DRAFT' });
    expect(await run(['edit', id])).toMatchObject({ code: 2, err: expect.stringMatching(/^Nothing to change/) });
    expect(await run(['edit', id, '--now', '--draft'])).toMatchObject({ code: 2 });
    await json(['edit', id, '--now']);
    expect((await run(['follow', id])).code).toBe(0);
    expect(sent('Second words')).toHaveLength(1);
    const elsewhere = await run(['unpublish', id, '--to', 'skyfeed']);
    expect(elsewhere).toMatchObject({ code: 2, err: 'The post is not for these accounts.\n' });
    expect((await run(['unpublish', id])).out).toBe(`${target}\n`);
    expect(sent('Second words')).toHaveLength(0);
    expect(await run(['unpublish', id])).toMatchObject({ code: 0, out: '', err: 'It is already removed.\n' });
    expect(await run(['delete', id])).toMatchObject({ code: 0, out: `${id}\n` });
    expect((await run(['get', id])).code).toBe(1);
  });

  test('is removed from its platform only if it is published, and can be', async () => {
    const id = await draft('Still here');
    expect(await run(['unpublish', id])).toMatchObject({ code: 2, err: 'Nothing of it is published.\n' });
    await json(['edit', id, '--now']);
    expect((await run(['follow', id])).code).toBe(0);
    const reads = { PUBLISHING_URL: service.url, PUBLISHING_API_KEY: await account.newKey({ scopes: ['READ'] }) };
    const refused = await start(['unpublish', id], { env: reads });
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(`${target}: cannot be removed`) });
    expect(sent('Still here')).toHaveLength(1);
  });

  test('is retried after it has failed', async () => {
    sandbox.setFault({ platform: 'fediverse', kind: 'rejected', times: 1 });
    const failed = await run(['post', 'Refused once', '--to', 'fediverse', '--follow', '--json']);
    expect(failed.code).toBe(1);
    const { id } = JSON.parse(failed.out);
    await json(['retry', id]);
    expect((await run(['follow', id])).out).toMatch(/GROUP_FINISHED PUBLISHED\n$/);
    expect(sent('Refused once')).toHaveLength(1);
  });
});

test('whoami, usage, and any operation, with its variables, from a file or standard input', async () => {
  expect((await run(['whoami'])).out).toContain(account.userId);
  expect((await run(['usage'])).out).toMatch(/^WHAT +USED +LIMIT\nposts this month +\d+ +500 per connection\n/);
  expect((await json(['usage'])).plan.name).toBe('Premium');
  const query = 'query ($id: ID!) { postGroup(id: $id) { id } }';
  const variables = ['--variables', JSON.stringify({ id: '0'.repeat(24) })];
  writeFileSync(path.join(folder, 'query.graphql'), query);
  const answers = await Promise.all([
    run(['api', query, ...variables]),
    run(['api', '@query.graphql', ...variables]),
    run(['api', ...variables], { input: query }),
  ]);
  expect(answers.map(({ out }) => JSON.parse(out))).toEqual(Array(3).fill({ postGroup: null }));
  expect(await run(['api', query, '--variables', '[]'])).toMatchObject({ code: 2 });
  expect(await run(['api', '{ nothing }'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('(GRAPHQL_VALIDATION_FAILED)'),
  });
});

test('usage has the limits as the plan and the dashboard have them, and names a plan without limits', async () => {
  const line = (out: string, what: string) => out.split('\n').find((one) => one.startsWith(what));
  expect(line((await run(['usage'])).out, 'storage')).toMatch(/ 0\.0 GB +250\.0 GB$/);
  const unlimited = await startService({ db, roles: 'api', env: { PLANS: 'unlimited' } });
  try {
    const { out } = await run(['usage'], { env: { PUBLISHING_URL: unlimited.url } });
    const limits = ['posts this month', 'scheduled posts', 'accounts', 'files', 'storage'].map((what) =>
      line(out, what)?.replace(/^.*? {2,}\S+( GB)? {2,}/, ''),
    );
    expect(limits).toEqual(Array(5).fill('no limit'));
  } finally {
    await unlimited.stop();
  }
});

test('api prints what succeeded when a field fails, also through --jq, then each error, with exit code 1', async () => {
  const query = `{ viewer { id } a: postGroups(first: 0) { totalCount } b: postGroups(first: 1000) { totalCount } }`;
  const data = { viewer: { id: account.userId }, a: null, b: null };
  const errors = expect.stringMatching(/^([^\n]* \(PAGE_INVALID\)\nRequest \S+\n){2}$/);
  const plain = await run(['api', query]);
  expect({ ...plain, out: JSON.parse(plain.out) }).toEqual({ code: 1, out: data, err: errors });
  expect(await run(['api', query, '--jq', '.viewer.id'])).toEqual({
    code: 1,
    out: `${account.userId}\n`,
    err: errors,
  });
  const unfit = await run(['api', query, '--jq', '.viewer[0]']);
  expect(unfit).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^--jq: [^\n]*\n([^\n]* \(PAGE_INVALID\)\n[^\n]*\n){2}$/),
  });
});

test.each([
  ['PUBLISHING_URL', 'ftp://localhost'],
  ['PUBLISHING_API_KEY', 'two words'],
  ['PUBLISHING_USER_ID', 'nobody'],
])('an invalid %s is named, and its value is not shown', async (name, value) => {
  const { code, err } = await run(['accounts'], { env: { [name]: value } });
  expect([code, err]).toEqual([2, expect.stringMatching(`^${name} `)]);
  expect(err).not.toContain(value);
});

test('labels are listed, put on posts by their names, and narrow the list', async () => {
  const create = (name: string) =>
    json([
      'api',
      'mutation ($input: CreateLabelInput!) { createLabel(input: $input) { label { id } } }',
      '--variables',
      JSON.stringify({ input: { name, color: 'RED' } }),
    ]);
  await create('Spring sale');
  await create('Idea');
  const [first, second] = [
    await json(['post', 'For the sale', '--to', target, '--draft']),
    await json(['post', 'No sale', '--to', target, '--draft']),
  ];
  expect(await run(['label', first.id, second.id, '--add', 'spring SALE,Idea'])).toMatchObject({ code: 0 });
  expect(await run(['label', second.id, '--remove', 'Spring sale'])).toMatchObject({ code: 0, out: `${second.id}\n` });
  expect((await run(['labels'])).out).toMatch(/^ID +COLOR +POSTS +NAME\n.* RED +2 +Idea\n.* RED +1 +Spring sale\n$/);
  const listed = await json(['list', '--label', 'Spring sale']);
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([first.id]);
  expect(await run(['list', '--label', 'Nothing'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no label'),
  });
  expect(await run(['label', first.id])).toMatchObject({ code: 2 });
});

test('accounts are a table, or JSON', async () => {
  const { code, out } = await run(['accounts']);
  expect(code).toBe(0);
  expect(out).toMatch(/^ACCOUNT +TOKEN +USERNAME +NAME\n/);
  expect((await json(['accounts'])).map(({ platformId }: { platformId: string }) => platformId).sort()).toEqual(
    [target, 'skyfeed-2'].sort(),
  );
});

test('snippets are a table, or JSON; one is printed with its values, for post to read', async () => {
  const create = (name: string, text: string) => {
    const operation = 'mutation ($input: CreateSnippetInput!) { createSnippet(input: $input) { snippet { id } } }';
    return json(['api', operation, '--variables', JSON.stringify({ input: { name, text } })]);
  };
  await create('Launch', 'Meet {{product}},\nfrom {{the brand}}');
  await create('Launch tags', '#launch #new');
  expect((await run(['snippets', 'launch'])).out).toBe(
    [
      'NAME         PLACEHOLDERS        TEXT',
      'Launch       product, the brand  Meet {{product}}, from {{the brand}}',
      'Launch tags                      #launch #new\n',
    ].join('\n'),
  );
  expect(await json(['snippets', '#NEW'])).toMatchObject([{ name: 'Launch tags', placeholders: [] }]);

  const values = ['--value', 'product=Tea=Cha', '--value', 'the brand=Leaf'];
  const filled = await run(['snippet', 'LAUNCH', ...values]);
  expect(filled).toEqual({ code: 0, out: 'Meet Tea=Cha,\nfrom Leaf\n', err: '' });
  await run(['post', '--to', target, '--follow'], { input: filled.out });
  expect(sent('Meet Tea=Cha,\nfrom Leaf')).toHaveLength(1);

  const missing = await run(['snippet', 'Launch', '--value', 'product=Tea']);
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('product, the brand') });
  expect(await run(['snippet', 'Launch', '--value', 'Tea'])).toMatchObject({ code: 2, out: '' });
  expect(await run(['snippet', 'None'])).toMatchObject({ code: 2, err: 'There is no snippet "None".\n' });
});

test('a signature closes the posts of an account, but not one that is posted as it is written', async () => {
  expect(await run(['signature', target, 'ACME'])).toEqual({ code: 0, out: `${target}\n`, err: '' });
  await run(['post', 'Signed', '--to', target, '--follow']);
  await run(['post', 'Plain', '--to', target, '--as-written', '--follow']);
  await run(['signature', target, '']);
  await run(['post', 'No more', '--to', target, '--follow']);
  expect(['Signed\n\nACME', 'Plain', 'No more'].map((text) => sent(text).length)).toEqual([1, 1, 1]);
});

describe('post', () => {
  test('publishes a text of standard input, and waits for the result', async () => {
    const { code, out, err } = await run(['post', '--to', target, '--follow'], { input: 'From a pipe\n' });
    expect(code).toBe(0);
    const [posted] = sent('From a pipe');
    expect(out).toMatch(/^[0-9a-f]{24} PUBLISHED /);
    expect(out).toContain(`${target}  PUBLISHED  ${posted?.url}`);
    expect(err).toContain(`${target} PUBLISHED ${posted?.url}`);
    expect(sent('From a pipe')).toHaveLength(1);
  });

  test('publishes files, once, also when responses are lost', async () => {
    for (const operation of ['createPost', 'createUpload', 'updatePost']) proxy.lose(operation, 1);
    const args = ['post', 'With a picture', '--to', 'fediverse', '--file', 'teal.png', '--alt', 'Teal', '--follow'];
    const post = await json(args, { env: { PUBLISHING_URL: proxy.url } });
    expect(post).toMatchObject({ status: 'PUBLISHED', posts: [{ platformId: target }] });
    expect(sent('With a picture').map(({ media }) => media.length)).toEqual([1]);
  });

  test('schedules, drafts and goes on with what has the same key', async () => {
    const scheduled = await json(['post', 'Later', '--to', target, '--at', '2035-01-01T10:00:00+01:00']);
    expect(scheduled).toMatchObject({ status: 'SCHEDULED', scheduledTime: '2035-01-01T09:00:00.000Z' });
    const draft = ['post', 'A draft', '--to', target, '--draft', '--idempotency-key', 'mine'];
    const [one, two] = [await json(draft), await json(draft)];
    expect(one).toMatchObject({ status: 'DRAFT', id: two.id });
  });

  test('fails with what happened and what to do', async () => {
    sandbox.setFault({ platform: 'fediverse', kind: 'rejected' });
    const { code, out } = await run(['post', 'Refused', '--to', target, '--follow']);
    expect(code).toBe(1);
    expect(out).toMatch(/ FAILED {2}\S.+\./);
    const invalid = await run(['post', 'x'.repeat(6000), '--to', target]);
    expect([invalid.code, invalid.err]).toEqual([
      1,
      expect.stringMatching(/^Validation failed · .+ \(VALIDATION_FAILED\)/),
    ]);
  });
});

test('validate prints what platforms would refuse', async () => {
  const refused = await run(['validate', 'x'.repeat(6000), '--to', 'fediverse,skyfeed']);
  expect(refused.code).toBe(1);
  for (const platform of ['fediverse', 'skyfeed']) expect(refused.out).toMatch(`ERROR     ${platform}`);
  expect(await run(['validate', 'Short', '--to', 'fediverse'])).toMatchObject({ code: 0, out: '' });
});

test('a post is listed, gets files, and is followed to its end', async () => {
  const { id } = await json(['post', '\u001B[31mRed\u0007', '--to', target, '--draft']);
  const { out } = await run(['list', '--status', 'draft', '--limit', '1']);
  expect(out).toContain(id);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F]/);
  const uploaded = await json(['upload', id, 'teal.png']);
  expect(uploaded).toMatchObject({ status: 'READY', name: expect.stringContaining('teal.png') });
  expect((await run(['files', id])).out).toMatch(new RegExp(`${uploaded.id} +READY +teal\\.png`));
  expect(await run(['remove-files', uploaded.id])).toMatchObject({ code: 0, out: `${uploaded.id}\n` });
  expect(JSON.parse((await run(['files', id, '--json'])).out)).toEqual([]);

  const { id: published } = await json(['post', 'Followed', '--to', target]);
  const steps = (await run(['follow', published, '--json'])).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(steps.map(({ sequence }) => sequence)).toEqual(steps.map((_, index) => index + 1));
  expect(steps.at(-1)).toMatchObject({ type: 'GROUP_FINISHED', groupStatus: 'PUBLISHED' });
});

describe('--jq', () => {
  test('prints texts as they are, and everything else as JSON', async () => {
    const query = '{ viewer { id managed } }';
    const { code, out } = await run(['api', query, '--jq', '.viewer | .id, ., ("two\\nlines", 1, null)']);
    const viewer = { id: account.userId, managed: false };
    expect([code, out]).toEqual([0, `${viewer.id}\n${JSON.stringify(viewer)}\ntwo\nlines\n1\nnull\n`]);
    expect(await run(['accounts', '--jq', 'map(.platformId) | sort | join(" ")'])).toMatchObject({
      out: `${[target, 'skyfeed-2'].sort().join(' ')}\n`,
    });
  });

  test('applies to each of several results', async () => {
    const { id } = await json(['post', 'Through jq', '--to', target]);
    const { out } = await run(['follow', id, '--jq', 'select(.type == "GROUP_FINISHED") | .groupStatus']);
    expect(out).toBe('PUBLISHED\n');
  });

  test('that is invalid is refused before anything is done', async () => {
    const { code, out, err } = await run(['post', 'Never sent', '--to', target, '--jq', '.a[']);
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: '--jq: syntax error, unexpected end of file, line 1, column 3\n',
    });
    expect(sent('Never sent')).toEqual([]);
    expect(await run(['accounts', '--jq', 'nothing'])).toMatchObject({
      code: 2,
      err: '--jq: nothing/0 is not defined, line 1, column 1\n',
    });
  });

  test('that does not fit the result says so', async () => {
    expect(await run(['accounts', '--jq', '.name'])).toEqual({
      code: 1,
      out: '',
      err: '--jq: Cannot index array with string ("name")\n',
    });
  });

  test('that does not fit a result stops no command, which is then not wrong usage', async () => {
    const draft = async () => (await json(['post', 'Not for long', '--to', target, '--draft'])).id;
    const ids = [await draft(), await draft()];
    const { code, out, err } = await run(['delete', ...ids, '--jq', '.[0]']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.match(/^--jq: Cannot index object with number/gm)).toHaveLength(2);
    for (const id of ids) expect((await run(['get', id])).code).toBe(1);
  });

  test('without an end is interrupted by Ctrl-C', async () => {
    const requests = proxy.bodies.length;
    const interrupt = async (child: ChildProcess) => {
      await eventually(async () => proxy.bodies.length > requests || undefined);
      // jq blocks the listener of the signal, which is removed meanwhile.
      await eventually(async () => !catchesInterrupts(child.pid) || undefined);
      child.kill('SIGINT');
    };
    const args = ['whoami', '--jq', 'last(repeat(1))'];
    expect(await run(args, { env: { PUBLISHING_URL: proxy.url }, onStart: interrupt })).toMatchObject({
      code: null,
      out: '',
    });
  });

  /** Whether a process has a listener of SIGINT, the second signal. */
  function catchesInterrupts(pid: number | undefined): boolean {
    const [, caught = '0'] = /^SigCgt:\t(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return (BigInt(`0x${caught}`) & 2n) !== 0n;
  }
});

describe('Ctrl-C during an upload removes the file', () => {
  const interrupt = (args: string[]): Promise<Run> => {
    const sentWhole = proxy.hold('completeUpload');
    return run(args, {
      env: { PUBLISHING_URL: proxy.url },
      onStart: async (child) => {
        await sentWhole;
        child.kill('SIGINT');
      },
    });
  };

  test('and says which files are missing', async () => {
    const { id } = await json(['post', 'Gets files', '--to', target, '--draft']);
    expect(await interrupt(['upload', id, 'teal.png', 'teal.png'])).toEqual({
      code: 130,
      out: '',
      err: 'Not added to the post: teal.png, teal.png\n',
    });
    expect(await json(['files', id])).toEqual([]);
  });

  test('and says which draft is left', async () => {
    const { code, out, err } = await interrupt(['post', 'Never sent', '--to', target, '--file', 'teal.png']);
    expect([code, out]).toEqual([130, '']);
    const [, id = ''] =
      /^The post (\w+) is left as a draft, with the files that were uploaded completely\.\n$/.exec(err) ?? [];
    expect(await json(['get', id])).toMatchObject({ status: 'DRAFT', content: 'Never sent' });
    expect(await json(['files', id])).toEqual([]);
  });
});

test('Ctrl-C ends it, and what was begun goes on', async () => {
  const { id } = await json(['post', 'Waits', '--to', target, '--draft']);
  const { code, err } = await run(['follow', id, '--json'], { watch: (child) => child.kill('SIGINT') });
  expect([code, err]).toEqual([130, '']);
});

test('Ctrl-C ends it while it reads, too', async () => {
  const options = {
    onStart: (child: ChildProcess) => child.stdin?.write('x'.repeat(300_000), () => child.kill('SIGINT')),
  };
  expect(await run(['post', '--to', target], options)).toEqual({ code: 130, out: '', err: '' });
});

test.each([
  [['post', 'No target']],
  [['post', 'No zone', '--to', 'fediverse-1', '--at', '2030-01-01']],
  [['post', 'Both', '--to', 'fediverse-1', '--at', '2030-01-01T00:00:00Z', '--draft']],
  [['post', 'No such day', '--to', 'fediverse-1', '--at', '2035-02-31T09:00:00Z']],
  [['post', 'No file', '--to', 'fediverse-1', '--file', 'missing.png']],
  [['post', 'No account', '--to', 'pinboard']],
  [['list', '--limit', '0']],
  [['accounts', '--profile', 'unknown']],
  [['no-such-command']],
  [[]],
])('wrong usage is told apart by its exit code: %s', async (args) => {
  const { code, out, err } = await run(args);
  expect([code, out]).toEqual([2, '']);
  expect(err).not.toBe('');
});

test.each([
  [['post', 'Text', '--to', 'nowhere'], /--to .+ nowhere is none of fediverse, messenger, .+skyfeed/],
  [['validate', 'Text', '--to', 'Fediverse,nowhere'], /--to .+ nowhere is none of fediverse, messenger, .+skyfeed/],
  [['list', '--status', 'draft,nope'], /--status .+ nope is none of draft, .+scheduled/],
])('a name that is none is refused with those that there are: %s', async (args, message) => {
  expect(await run(args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(message) });
});

test('--help and --version are no errors, and the version is that of the package', async () => {
  expect((await run(['--help'])).code).toBe(0);
  const { version } = JSON.parse(readFileSync('clients/cli/package.json', 'utf8'));
  expect(await run(['--version'])).toMatchObject({ code: 0, out: `${version}\n` });
});
