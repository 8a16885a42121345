import type { Fault, FaultKind, Sandbox, SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import { eventually } from '../support/eventually.js';
import {
  type Answer,
  botUrl,
  call,
  closeSandboxes,
  demo,
  fediverseHeaders,
  login,
  message,
  put,
  record,
  sandbox,
  toot,
} from './support.js';

afterEach(closeSandboxes);

interface Publisher {
  box: Sandbox;
  account: SandboxAccount;
  publish(text?: string, init?: RequestInit): Promise<Answer>;
  read(): Promise<Answer>;
}

async function publisher(platform: SandboxPlatform): Promise<Publisher> {
  const box = await sandbox();
  const account = demo(box, platform);
  if (platform === 'fediverse') {
    return {
      box,
      account,
      publish: (text = 'a', init) => toot(account, { status: text }, undefined, init),
      read: () => call(`${account.baseUrl}/api/v1/accounts/verify_credentials`, { headers: fediverseHeaders(account) }),
    };
  }
  if (platform === 'messenger') {
    return {
      box,
      account,
      publish: (text = 'a', init) => message(account, { text }, init),
      read: () => call(botUrl(account, 'getMe')),
    };
  }
  const { authorization } = await login(account);
  let count = 0;
  return {
    box,
    account,
    publish: (text = 'a', init) => put(account, authorization, `3${count++}`, record(text), {}, init),
    read: () => call(`${account.baseUrl}/xrpc/com.atproto.server.getSession`, { headers: { authorization } }),
  };
}

const platforms: SandboxPlatform[] = ['fediverse', 'skyfeed', 'messenger'];

const answers: Partial<Record<SandboxPlatform, Partial<Record<FaultKind, unknown>>>> = {
  fediverse: {
    auth_expired: { status: 401, body: { error: 'The access token is invalid' } },
    rate_limited: { status: 429, body: { error: 'Too many requests' } },
    server_error: { status: 503, body: { error: expect.stringContaining('temporary problem') } },
    rejected: { status: 422, body: { error: expect.stringContaining('Validation failed') } },
  },
  skyfeed: {
    auth_expired: { status: 400, body: { error: 'ExpiredToken', message: 'Token has expired' } },
    rate_limited: { status: 429, body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' } },
    server_error: { status: 500, body: { error: 'InternalServerError' } },
    rejected: { status: 400, body: { error: 'InvalidRequest' } },
  },
  messenger: {
    auth_expired: { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } },
    rate_limited: { status: 429, body: { error_code: 429, parameters: { retry_after: 7 } } },
    server_error: { status: 502, body: { ok: false, error_code: 502, description: 'Bad Gateway' } },
    rejected: { status: 400, body: { ok: false, error_code: 400 } },
  },
};

describe.each(platforms)('a fault on %s', (platform) => {
  test.each(['auth_expired', 'rate_limited', 'server_error', 'rejected'] as const)(
    '%s: the response has the form of the platform, and nothing is stored',
    async (kind) => {
      const { box, publish } = await publisher(platform);
      box.setFault({ platform, kind, resetSeconds: 7 });
      expect(await publish()).toMatchObject(answers[platform]?.[kind] as object);
      expect(box.posts()).toEqual([]);
      expect((await publish()).status).toBe(200);
    },
  );

  test.each([
    ['timeout_before_store', 0],
    ['timeout_after_store', 1],
  ] as const)('%s gives no answer and leaves %i posts', async (kind, stored) => {
    const { box, publish } = await publisher(platform);
    box.setFault({ platform, kind });
    const before = box.requests().length;
    const patience = new AbortController();
    const answer = publish('a', { signal: patience.signal });
    await eventually(async () => box.requests().length > before || undefined);
    await eventually(async () => box.posts().length === stored || undefined);
    patience.abort();
    await expect(answer).rejects.toThrow('aborted');
    await eventually(async () => box.requests().at(-1)?.status === null || undefined);
    expect(box.posts()).toHaveLength(stored);
  });

  test.each([
    ['reset_before_store', 0],
    ['reset_after_store', 1],
  ] as const)('%s resets the connection and leaves %i posts', async (kind, stored) => {
    const { box, publish } = await publisher(platform);
    box.setFault({ platform, kind });
    const failure = await publish().catch((error: Error) => error.cause as { code: string });
    expect(['ECONNRESET', 'UND_ERR_SOCKET']).toContain((failure as { code: string }).code);
    expect(box.posts()).toHaveLength(stored);
  });

  test('error_after_store responds with an error although the post is there', async () => {
    const { box, publish } = await publisher(platform);
    box.setFault({ platform, kind: 'error_after_store' });
    expect(await publish()).toMatchObject(answers[platform]?.server_error as object);
    expect(box.posts()).toHaveLength(1);
  });

  test('answer_after_store responds as configured although the post is there', async () => {
    const { box, publish } = await publisher(platform);
    box.setFault({ platform, kind: 'answer_after_store', answer: { status: 418 } });
    expect(await publish()).toMatchObject({ status: 418 });
    expect(box.posts()).toHaveLength(1);
  });

  test('the delays respond late, one with the post stored, one without it', async () => {
    const { box, publish } = await publisher(platform);
    const delayMs = 500;
    /** The response, and whether it was there already when the post was stored. */
    async function publishLate(kind: 'delay_after_store' | 'delay_before_store'): Promise<[number, boolean, number]> {
      box.setFault({ platform, kind, delayMs });
      const before = box.posts().length;
      const started = performance.now();
      let isAnswered = false;
      const answer = publish().finally(() => {
        isAnswered = true;
      });
      await eventually(async () => box.posts().length > before || undefined);
      const wasAnswered = isAnswered;
      const storedAfterMs = performance.now() - started;
      return [(await answer).status, wasAnswered, storedAfterMs];
    }
    const [status, wasAnswered] = await publishLate('delay_after_store');
    expect([status, wasAnswered]).toEqual([200, false]);
    const [, , storedAfterMs] = await publishLate('delay_before_store');
    expect(storedAfterMs).toBeGreaterThan(delayMs - 10);
    expect(box.posts()).toHaveLength(2);
  });

  test('hits the publishing call alone unless it is set on any call', async () => {
    const { box, read } = await publisher(platform);
    box.setFault({ platform, kind: 'server_error', times: 0 });
    expect((await read()).status).toBe(200);
    box.setFault({ platform, kind: 'server_error', on: 'any' });
    expect((await read()).status).toBeGreaterThanOrEqual(500);
  });
});

describe('faults', () => {
  const fault: Fault = { platform: 'fediverse', kind: 'server_error' };

  test('last as many calls as they say, or until they are cleared', async () => {
    const { box, publish } = await publisher('fediverse');
    const statuses = async (count: number) => {
      const found: number[] = [];
      for (let index = 0; index < count; index++) found.push((await publish()).status);
      return found;
    };
    box.setFault({ ...fault, times: 2 });
    expect(await statuses(3)).toEqual([503, 503, 200]);
    box.setFault({ ...fault, times: 0 });
    expect(await statuses(4)).toEqual([503, 503, 503, 503]);
    box.clearFaults();
    expect(await statuses(1)).toEqual([200]);
  });

  test('leave other accounts and platforms alone', async () => {
    const { box, publish } = await publisher('fediverse');
    const other = box.createAccount('fediverse');
    box.setFault({ ...fault, accountId: other.accountId });
    box.setFault({ ...fault, platform: 'messenger' });
    expect((await publish()).status).toBe(200);
    expect((await toot(other, { status: 'a' })).status).toBe(503);
  });

  test('are not used up by a request the platform refuses anyway', async () => {
    const { box, account, publish } = await publisher('fediverse');
    box.setFault(fault);
    expect((await toot(account, { status: '' })).status).toBe(422);
    expect((await publish()).status).toBe(503);
  });

  test('a rate limit says when it ends, in the words of each platform', async () => {
    const fediverse = await publisher('fediverse');
    fediverse.box.setFault({ platform: 'fediverse', kind: 'rate_limited', resetSeconds: 30 });
    const reset = Date.parse((await fediverse.publish()).headers.get('x-ratelimit-reset') ?? '');
    expect(Math.abs(reset - Date.now() - 30_000)).toBeLessThan(10_000);
    const skyfeed = await publisher('skyfeed');
    skyfeed.box.setFault({ platform: 'skyfeed', kind: 'rate_limited', resetSeconds: 30 });
    const { headers } = await skyfeed.publish();
    expect(Math.abs(Number(headers.get('ratelimit-reset')) - Date.now() / 1000 - 30)).toBeLessThan(10);
    expect(headers.get('ratelimit-remaining')).toBe('0');
    const messenger = await publisher('messenger');
    messenger.box.setFault({ platform: 'messenger', kind: 'rate_limited' });
    const limited = await messenger.publish();
    expect(limited.body.description).toBe('Too Many Requests: retry after 5');
    expect(limited.headers.get('retry-after')).toBe('5');
  });

  test('an expired session on skyfeed ends with the next login', async () => {
    const { box, account, publish } = await publisher('skyfeed');
    box.setFault({ platform: 'skyfeed', kind: 'auth_expired' });
    expect((await publish()).body.error).toBe('ExpiredToken');
    const { authorization } = await login(account);
    expect((await put(account, authorization, '3z', record('a'))).status).toBe(200);
    box.setFault({ platform: 'skyfeed', kind: 'auth_expired', on: 'any' });
    expect((await login(account)).session).toMatchObject({ error: 'AuthenticationRequired' });
  });

  test('after a status that was stored without a response, its key finds it again', async () => {
    const { box, account } = await publisher('fediverse');
    box.setFault({ platform: 'fediverse', kind: 'reset_after_store' });
    await expect(toot(account, { status: 'a' }, 'key')).rejects.toThrow();
    const { body } = await toot(account, { status: 'a' }, 'key');
    expect(box.posts()).toMatchObject([{ postedId: body.id }]);
  });

  test('the end of the sandbox ends hanging requests', async () => {
    const { box, publish } = await publisher('messenger');
    box.setFault({ platform: 'messenger', kind: 'timeout_after_store' });
    box.setFault({ platform: 'messenger', kind: 'delay_after_store', delayMs: 60_000 });
    const hanging = [publish(), publish()].map((each) => expect(each).rejects.toThrow());
    while (box.posts().length < 2) await new Promise((done) => setTimeout(done, 5));
    await box.close();
    await Promise.all(hanging);
  });
});
