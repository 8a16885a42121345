/** `admin check-platform` against the sandbox: it needs no database, and no user. */
import { type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import type { PlatformReport } from '../../src/admin/platform-report.js';
import { runAdmin } from '../../src/compose/run-admin.js';
import { platforms } from '../../src/platforms/registry.js';
import { startCollector } from '../operations/collector.js';
import { ENCRYPTION_KEY } from '../support/account.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox?.close());

const WITH_APP = [...platforms.values()].flatMap(({ key, authorization, connector }) =>
  authorization && !connector ? [key as SandboxPlatform] : [],
);
const WITHOUT_APP = ['skyfeed', 'messenger', 'fediverse'] as const;

const HIDDEN = 'hidden-secret';

/** The variables of a platform of the sandbox, by their names without the platform's. */
function envOf(platform: SandboxPlatform, changed: Record<string, string> = {}): Record<string, string> {
  const { id, secret } = sandbox.clients[platform];
  const own = { BASE_URL: sandbox.baseUrls[platform], CLIENT_ID: id, CLIENT_SECRET: secret, ...changed };
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [`${platform.toUpperCase()}_${name}`, value]));
}

async function run(args: string[], env: Record<string, string>) {
  const outcome = { code: 0, out: '', error: '' };
  outcome.code = await runAdmin(args, {
    env: {
      DATABASE_URL: 'postgres://user:password@127.0.0.1:1/nowhere',
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      PUBLIC_URL: 'https://publishing.example.org',
      ...env,
    },
    readInput: async () => '',
    write: (text) => (outcome.out += text),
    writeError: (text) => (outcome.error += text),
  });
  return outcome;
}

async function check(
  platform: SandboxPlatform,
  env: Record<string, string>,
): Promise<{ code: number; credentials: PlatformReport['checks'][number] | undefined; report: PlatformReport }> {
  const { code, out, error } = await run(['--json', 'check-platform', platform], env);
  expect(error).toBe('');
  const report: PlatformReport = JSON.parse(out);
  return { code, report, credentials: report.checks.find(({ name }) => name === 'credentials') };
}

/** The same, where the platform has this response to everything. */
async function checkAt(platform: SandboxPlatform, status: number, body: object) {
  const server = await startCollector((_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  try {
    return await check(platform, envOf(platform, { BASE_URL: server.url }));
  } finally {
    await server.close();
  }
}

test('the platforms with an app of the operator', () => {
  expect(WITH_APP).toHaveLength(8);
  expect([...WITH_APP, ...WITHOUT_APP].toSorted()).toEqual([...platforms.keys()].toSorted());
});

test.each(WITH_APP)('%s: the id and the secret of an app are accepted, with one request', async (platform) => {
  const before = sandbox.requests().length;
  const { code, report } = await check(platform, envOf(platform));
  expect(report).toEqual({
    platform,
    checks: [
      {
        name: 'credentials',
        outcome: 'ok',
        message: `${platform} accepts the id and the secret of the app, and refused only a made-up code.`,
        fault: null,
      },
      {
        name: 'redirect URI',
        outcome: 'ok',
        message: expect.stringContaining(`https://publishing.example.org/auth/${platform}/callback (`),
        fault: null,
      },
      {
        name: 'scopes',
        outcome: 'skipped',
        message: `${platforms.get(platform)?.authorization?.scopes.join(', ')} (only a login by a user tries them)`,
        fault: null,
      },
    ],
  });
  expect(code).toBe(0);
  expect(sandbox.requests().slice(before)).toHaveLength(1);
});

test.each(WITH_APP)('%s: a wrong secret and a wrong id are the fault of the configuration', async (platform) => {
  const attempts: Record<string, string>[] = [
    { CLIENT_SECRET: HIDDEN },
    { CLIENT_ID: 'nobody', CLIENT_SECRET: HIDDEN },
  ];
  for (const wrong of attempts) {
    const { code, credentials, report } = await check(platform, envOf(platform, wrong));
    expect(credentials).toMatchObject({
      outcome: 'failed',
      fault: 'configuration',
      message: expect.stringContaining(`Copy ${platform.toUpperCase()}_CLIENT_ID and`),
    });
    expect(code).toBe(1);
    expect(JSON.stringify(report)).not.toContain(HIDDEN);
  }
});

test.each(['photogram', 'threadtalk', 'socialpage'] as const)(
  '%s: the error that the platform has for a wrong secret alone',
  async (platform) => {
    const message = 'Error validating client secret.';
    const body =
      platform === 'photogram'
        ? { error_type: 'OAuthException', code: 400, error_message: message }
        : { error: { message, type: 'OAuthException', code: 1, fbtrace_id: 'A' } };
    const { credentials } = await checkAt(platform, 400, body);
    expect(credentials).toMatchObject({ outcome: 'failed', fault: 'configuration' });
  },
);

test.each(WITH_APP)('%s: a platform that cannot be reached is the fault of the network', async (platform) => {
  const { code, credentials } = await check(platform, envOf(platform, { BASE_URL: 'http://127.0.0.1:1' }));
  expect(credentials).toMatchObject({
    outcome: 'failed',
    fault: 'network',
    message: expect.stringMatching(/could not be reached.*Check DNS/),
  });
  expect(code).toBe(1);
});

test('a platform that does not respond is waited for, but not forever', async () => {
  const silent = await startCollector(() => undefined);
  const { code, credentials } = await check('network', envOf('network', { BASE_URL: silent.url }));
  await silent.close();
  expect(credentials).toMatchObject({ fault: 'network', message: expect.stringContaining('did not respond in time') });
  expect(code).toBe(1);
});

test.each([
  [503, 'platform', 'Try again later.'],
  [429, 'platform', 'Try again later.'],
  [418, 'platform', 'neither that the id and the secret are right nor that they are wrong'],
] as const)('a response of %i proves nothing', async (status, fault, message) => {
  const body = { error: 'teapot', error_description: 'In words' };
  const { code, credentials } = await checkAt('videohub', status, body);
  expect(credentials).toMatchObject({ outcome: 'failed', fault, message: expect.stringContaining(message) });
  expect(code).toBe(1);
});

test('without an app, what is missing and what to do is said', async () => {
  const { code, report } = await check('pinboard', {});
  expect(report.checks).toEqual([
    {
      name: 'credentials',
      outcome: 'failed',
      fault: 'configuration',
      message:
        'PINBOARD_CLIENT_ID and PINBOARD_CLIENT_SECRET are not set: nobody can log in at pinboard. Register an app as docs/platforms/setup/pinboard.md describes, and set both.',
    },
  ]);
  expect(code).toBe(1);
  const half = await run(['check-platform', 'pinboard'], { PINBOARD_CLIENT_ID: 'app' });
  expect(half).toMatchObject({ code: 1, error: expect.stringContaining('PINBOARD_CLIENT_SECRET is missing') });
});

test('a redirect URI without TLS, or none, is the fault of the configuration', async () => {
  const uri = ({ checks }: PlatformReport) => checks.find(({ name }) => name === 'redirect URI');
  const plain = await check('microblog', { ...envOf('microblog'), PUBLIC_URL: 'http://publishing.example.org' });
  expect(uri(plain.report)).toMatchObject({ fault: 'configuration', message: expect.stringContaining('without TLS') });
  expect(plain.code).toBe(1);
  const none = await check('microblog', { ...envOf('microblog'), PUBLIC_URL: '' });
  expect(uri(none.report)).toMatchObject({ fault: 'configuration', message: expect.stringContaining('PUBLIC_URL') });
  const named = await check('microblog', {
    ...envOf('microblog', { REDIRECT_URI: 'https://login.example.org/back', SCOPES: 'tweet.read' }),
    PUBLIC_URL: '',
  });
  expect(named.code).toBe(0);
  expect(uri(named.report)?.message).toMatch(/^https:\/\/login\.example\.org\/back \(/);
  expect(named.report.checks.at(-1)?.message).toContain('MICROBLOG_SCOPES leaves out tweet.write, users.read');
});

test.each(WITHOUT_APP)('%s needs no app, which is said, and the way to it is tried', async (platform) => {
  const BASE_URL = sandbox.baseUrls[platform];
  const works = await check(platform, envOf(platform, { BASE_URL, CLIENT_ID: '', CLIENT_SECRET: '' }));
  expect(works.credentials).toMatchObject({ outcome: 'skipped', message: expect.stringContaining('needs no app') });
  expect(works.report.checks[1]).toMatchObject({ name: 'connection', outcome: 'ok' });
  expect(works.code).toBe(0);
  const nowhere = { BASE_URL: 'http://127.0.0.1:1', CLIENT_ID: '', CLIENT_SECRET: '' };
  const lost = await check(platform, envOf(platform, nowhere));
  expect(lost.report.checks[1]).toMatchObject({ outcome: 'failed', fault: 'network' });
  expect(lost.code).toBe(1);
});

test('npm start has stand-ins with apps, so nothing is missing', async () => {
  const { code, credentials } = await check('shortvideo', { DATABASE_URL: '', ENCRYPTION_KEYS: '' });
  expect(credentials).toMatchObject({ outcome: 'skipped', message: expect.stringContaining('stand-in') });
  expect(code).toBe(0);
});

test('the report for people says whose fault it is', async () => {
  const { out } = await run(['check-platform', 'network'], envOf('network', { CLIENT_SECRET: HIDDEN }));
  expect(out).toMatch(/^credentials +failed +network rejected the configuration.*\. Copy NETWORK_CLIENT_ID/m);
  expect(out).toMatch(/^redirect URI +ok /m);
  expect(out).toMatch(/\nThe configuration has to be changed\.\n$/);
  expect(out).not.toContain(HIDDEN);
  const unknown = await run(['check-platform', 'nowhere'], {});
  expect(unknown).toMatchObject({ code: 1, error: expect.stringContaining('Allowed choices are microblog, network') });
});
