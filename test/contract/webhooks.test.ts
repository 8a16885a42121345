import { createAccount, type TestAccount } from '../support/account.js';
import { type Caller, expectNow, ISO_TIME, MALFORMED_IDS, refused, startContract, UNKNOWN_ID } from './contract.js';

const FAILURES = /Unexpected failure in a route/;
const contract = startContract({ logged: FAILURES });

const ID = expect.stringMatching(/^[0-9a-f]{24}$/);
const SECRET = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
const URL_GIVEN = 'https://hooks.example.com/in?key=1';
const EVENTS = ['post.scheduled', 'post.published', 'post.failed', 'token.expiring'];
const REQUIRED = refused(400, 'Name, URL, and at least one event are required');
const NOT_FOUND = refused(404, 'Webhook not found');

type Surface = 'api' | 'dashboard';
const SURFACES: Surface[] = ['api', 'dashboard'];

interface Owner {
  account: TestAccount;
  caller: Caller;
}

async function newOwner(surface: Surface): Promise<Owner> {
  const account = await createAccount(contract.db);
  const caller =
    surface === 'api' ? contract.as({ 'x-api-key': account.apiKey }) : contract.dashboard(await account.session());
  return { account, caller };
}

const valid = { name: 'Mine', url: URL_GIVEN, events: ['post.published'] };

async function create({ caller }: Owner, body: object = {}) {
  const answer = await caller.post('/webhooks', { ...valid, ...body });
  expect(answer.status).toBe(201);
  return answer.body.webhook;
}
const list = async ({ caller }: Owner) => (await caller.get('/webhooks')).body.webhooks;
const setFailures = (id: string, count: number, isActive: boolean) =>
  contract.db.query('UPDATE webhooks SET failure_count = $2, is_active = $3 WHERE id = $1', [id, count, isActive]);

describe.each(SURFACES)('POST /webhooks (%s)', (surface) => {
  test('returns 201 with the webhook and its secret', async () => {
    const owner = await newOwner(surface);
    const since = Date.now();
    const answer = await owner.caller.post('/webhooks', valid);
    expect(answer).toEqual({
      status: 201,
      body: {
        success: true,
        webhook: { _id: ID, ...valid, secret: SECRET, isActive: true, createdAt: ISO_TIME },
      },
    });
    expectNow(answer.body.webhook.createdAt, since);
  });

  test('the secret is shown this once, and stored encrypted', async () => {
    const owner = await newOwner(surface);
    const { _id, secret } = await create(owner);
    const updated = await owner.caller.patch(`/webhooks/${_id}`, { name: 'Other' });
    const [stored] = await contract.db.query('SELECT * FROM webhooks WHERE id = $1', [_id]);
    expect(stored).toMatchObject({ secret: expect.stringMatching(/^v1\./) });
    expect(JSON.stringify([await list(owner), updated.body, stored])).not.toContain(secret);
  });

  test.each(EVENTS)('%s is an event', async (event) => {
    expect((await create(await newOwner(surface), { events: [event] })).events).toEqual([event]);
  });

  test('an event that is named twice counts once; all can be named', async () => {
    expect((await create(await newOwner(surface), { events: [...EVENTS, ...EVENTS] })).events).toEqual(EVENTS);
  });

  test.each([
    {},
    { name: 'Mine', url: URL_GIVEN },
    { name: 'Mine', events: EVENTS },
    { url: URL_GIVEN, events: EVENTS },
    { ...valid, name: '' },
    { ...valid, name: '  ' },
    { ...valid, name: 5 },
    { ...valid, url: '' },
    { ...valid, url: null },
    { ...valid, events: [] },
    { ...valid, events: 'post.published' },
    { ...valid, events: {} },
    { name: '', url: 'no address', events: ['no event'] },
  ])('%j: something is missing', async (body) => {
    expect(await (await newOwner(surface)).caller.post('/webhooks', body)).toEqual(REQUIRED);
  });

  test.each(['no address', 'hooks.example.com', 'http://', 'https://a b/', 'http://[::1', 5, ['https://a.example']])(
    'the address %j: Invalid URL format',
    async (url) => {
      const { caller } = await newOwner(surface);
      expect(await caller.post('/webhooks', { ...valid, url })).toEqual(refused(400, 'Invalid URL format'));
    },
  );

  test.each([
    [['post.deleted'], 'post.deleted'],
    [['post.published', 'a', 'b'], 'a, b'],
    [['POST.PUBLISHED'], 'POST.PUBLISHED'],
    [[5, null, [['a']], { a: 1 }], '5, null, [["a"]], {"a":1}'],
  ])('the events %j: those that do not exist, and those that do', async (events, invalid) => {
    const answer = await (await newOwner(surface)).caller.post('/webhooks', { ...valid, events });
    expect(answer).toEqual(refused(400, `Invalid events: ${invalid}. Valid events: ${EVENTS.join(', ')}`));
  });

  test('a wrong address is reported before wrong events', async () => {
    const answer = await (await newOwner(surface)).caller.post('/webhooks', { ...valid, url: 'x', events: ['x'] });
    expect(answer).toEqual(refused(400, 'Invalid URL format'));
  });

  test.each([
    'http://hooks.example.com',
    'https://8.8.8.8/',
    'https://hooks.example.com:8443/a',
    'HTTPS://EXAMPLE.COM',
  ])('the address %s is kept as it was sent', async (url) =>
    expect((await create(await newOwner(surface), { url })).url).toBe(url),
  );

  test.each([
    ['http://localhost/', 'Localhost URLs are not allowed'],
    ['https://LOCALHOST:8080', 'Localhost URLs are not allowed'],
    ['http://localhost./', 'Localhost URLs are not allowed'],
    ['http://127.0.0.1:3000/hook', 'Localhost URLs are not allowed'],
    ['http://0x7f.1/', 'Localhost URLs are not allowed'],
    ['http://2130706433/', 'Localhost URLs are not allowed'],
    ['http://10.0.0.1/', 'Private IP addresses are not allowed'],
    ['http://10.255.255.255/', 'Private IP addresses are not allowed'],
    ['http://172.16.0.1/', 'Private IP addresses are not allowed'],
    ['http://172.31.255.255/', 'Private IP addresses are not allowed'],
    ['http://192.168.1.1/', 'Private IP addresses are not allowed'],
    ['http://169.254.1.1/', 'Link-local addresses are not allowed'],
    ['http://169.254.169.254/latest/meta-data', 'Link-local addresses are not allowed'],
    ['http://metadata.google.internal/', 'Cloud metadata endpoints are not allowed'],
    ['http://100.100.100.200/', 'Cloud metadata endpoints are not allowed'],
  ])('the address %s: %s', async (url, message) => {
    expect(await (await newOwner(surface)).caller.post('/webhooks', { ...valid, url })).toEqual(refused(400, message));
  });

  test.each([
    'http://172.15.0.1/',
    'http://172.32.0.1/',
    'http://192.167.1.1/',
    'http://11.0.0.1/',
    'http://10.example.com/',
  ])('the address %s is beside those', async (url) =>
    expect((await create(await newOwner(surface), { url })).url).toBe(url),
  );

  test.each(['http://[::1]:3000/', 'http://app.localhost/'])(
    surface === 'api' ? 'quirk: the address %s is not blocked' : 'the address %s: Localhost URLs are not allowed',
    async (url) => {
      const { status, body } = await (await newOwner(surface)).caller.post('/webhooks', { ...valid, url });
      if (surface === 'api') expect({ status, url: body.webhook.url }).toEqual({ status: 201, url });
      else expect({ status, body }).toEqual(refused(400, 'Localhost URLs are not allowed'));
    },
  );

  test.each(['ftp://hooks.example.com/', 'mailto:me@example.com', 'javascript:alert(1)', 'file:///etc/passwd'])(
    surface === 'api'
      ? 'quirk: the address %s must use HTTPS, although http does'
      : 'the address %s is neither http nor https',
    async (url) => {
      const message = surface === 'api' ? 'URL must use HTTPS' : 'Only HTTP and HTTPS URLs are allowed';
      expect(await (await newOwner(surface)).caller.post('/webhooks', { ...valid, url })).toEqual(
        refused(400, message),
      );
    },
  );

  test('at most 10 for a user: of 20 at once 10 are made, and the others are 400', async () => {
    const owner = await newOwner(surface);
    const answers = await Promise.all(Array.from({ length: 20 }, () => owner.caller.post('/webhooks', valid)));
    const full = refused(400, 'Maximum of 10 webhooks per user');
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(answer).toEqual(full);
    const webhooks = await list(owner);
    expect(webhooks).toHaveLength(10);
    await owner.caller.delete(`/webhooks/${webhooks[0]._id}`);
    await create(owner);
    expect(await owner.caller.post('/webhooks', valid)).toEqual(full);
    await create(await newOwner(surface));
  });
});

describe.each(SURFACES)('GET /webhooks (%s)', (surface) => {
  test('the caller’s webhooks, without their secrets', async () => {
    const owner = await newOwner(surface);
    await create(await newOwner(surface));
    const { _id, createdAt } = await create(owner);
    await setFailures(_id, 3, true);
    const { status, body } = await owner.caller.get('/webhooks');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        webhooks: [
          {
            _id,
            ...valid,
            isActive: true,
            failureCount: 3,
            lastTriggeredAt: null,
            createdAt,
            updatedAt: createdAt,
            __v: 0,
            ...(surface === 'dashboard' && { userId: owner.account.userId }),
          },
        ],
      },
    });
  });

  test('none: an empty list', async () => {
    expect(await (await newOwner(surface)).caller.get('/webhooks')).toEqual({
      status: 200,
      body: { success: true, webhooks: [] },
    });
  });

  test('a managed user has separate webhooks', async () => {
    const owner = await createAccount(contract.db, { workspaceAccess: true });
    const key = surface === 'api' ? { 'x-api-key': owner.apiKey } : await owner.session();
    const at = surface === 'api' ? contract.as : contract.dashboard;
    const managed = { account: owner, caller: at({ ...key, 'x-service-user-id': await owner.manage() }) };
    const { _id } = await create(managed);
    expect((await list(managed)).map((webhook: { _id: string }) => webhook._id)).toEqual([_id]);
    expect(await list({ account: owner, caller: at(key) })).toEqual([]);
  });
});

test('GET /webhooks (dashboard): newest first', async () => {
  const owner = await newOwner('dashboard');
  const made: string[] = [];
  for (const name of ['a', 'b', 'c']) made.unshift((await create(owner, { name }))._id);
  expect((await list(owner)).map((webhook: { _id: string }) => webhook._id)).toEqual(made);
});

describe.each(SURFACES)('PATCH /webhooks/:id (%s)', (surface) => {
  const counted = surface === 'dashboard' && { failureCount: 0, lastTriggeredAt: null };

  test(`returns 200 with the webhook, ${surface === 'api' ? 'without' : 'with'} failureCount and lastTriggeredAt`, async () => {
    const owner = await newOwner(surface);
    const { _id } = await create(owner);
    const since = Date.now();
    const changes = {
      name: 'Other',
      url: 'http://other.example/',
      events: ['post.failed', 'token.expiring'],
      isActive: false,
    };
    const answer = await owner.caller.patch(`/webhooks/${_id}`, changes);
    expect(answer).toEqual({
      status: 200,
      body: { success: true, webhook: { _id, ...changes, updatedAt: ISO_TIME, ...counted } },
    });
    expectNow(answer.body.webhook.updatedAt, since);
    expect((await list(owner))[0]).toMatchObject(changes);
  });

  test.each([
    {},
    { name: null, url: null, events: null, isActive: null },
    { unknown: 1, secret: 'mine', failureCount: 9 },
  ])('%j changes nothing', async (body) => {
    const owner = await newOwner(surface);
    const { _id } = await create(owner);
    const { status } = await owner.caller.patch(`/webhooks/${_id}`, body);
    expect(status).toBe(200);
    expect((await list(owner))[0]).toMatchObject({ ...valid, isActive: true, failureCount: 0 });
  });

  test.each(['false', 0, 'no', {}, [], ''])('isActive %j does not count', async (isActive) => {
    const owner = await newOwner(surface);
    const { _id } = await create(owner);
    expect((await owner.caller.patch(`/webhooks/${_id}`, { isActive })).body.webhook.isActive).toBe(true);
  });

  test.each([{ name: '' }, { url: '' }, { events: '' }, { events: [] }])(
    surface === 'api' ? 'quirk: %j is silently ignored' : '%j is validated',
    async (body) => {
      const owner = await newOwner(surface);
      const { _id } = await create(owner);
      const answer = await owner.caller.patch(`/webhooks/${_id}`, body);
      if (surface === 'api') expect(answer.status).toBe(200);
      else expect(answer).toEqual('url' in body ? refused(400, 'Invalid URL format') : REQUIRED);
      expect((await list(owner))[0]).toMatchObject(valid);
    },
  );

  test.each([
    [{ events: ['post.deleted', 'post.failed'] }, 'Invalid events: post.deleted'],
    [{ events: ['a', 'b'] }, 'Invalid events: a, b'],
    [{ url: 'no address' }, 'Invalid URL format'],
    [{ url: 'http://127.0.0.1/' }, 'Localhost URLs are not allowed'],
    [{ url: 'http://192.168.0.1/' }, 'Private IP addresses are not allowed'],
    [{ url: 'http://169.254.0.1/' }, 'Link-local addresses are not allowed'],
    [{ url: 'http://metadata.google.internal/' }, 'Cloud metadata endpoints are not allowed'],
    [{ url: 'ftp://a.example/' }, surface === 'api' ? 'URL must use HTTPS' : 'Only HTTP and HTTPS URLs are allowed'],
    [{ name: 5 }, 'Name, URL, and at least one event are required'],
    [{ events: 'post.failed' }, 'Name, URL, and at least one event are required'],
  ])('%j: 400 %s, and nothing is changed', async (body, message) => {
    const owner = await newOwner(surface);
    const { _id } = await create(owner);
    expect(await owner.caller.patch(`/webhooks/${_id}`, { name: 'Other', ...body })).toEqual(refused(400, message));
    expect((await list(owner))[0]).toMatchObject(valid);
  });

  test(
    surface === 'api'
      ? 'quirk: switching it on again keeps failureCount; after deleting and recreating it is 0'
      : 'switching it on again sets failureCount to 0',
    async () => {
      const owner = await newOwner(surface);
      const { _id } = await create(owner);
      await setFailures(_id, 5, false);
      const { body } = await owner.caller.patch(`/webhooks/${_id}`, { isActive: true });
      expect(body.webhook.isActive).toBe(true);
      expect((await list(owner))[0].failureCount).toBe(surface === 'api' ? 5 : 0);
      await owner.caller.delete(`/webhooks/${_id}`);
      await create(owner);
      expect((await list(owner))[0].failureCount).toBe(0);
    },
  );

  test('what is on already keeps its failureCount', async () => {
    const owner = await newOwner(surface);
    const { _id } = await create(owner);
    await setFailures(_id, 3, true);
    await owner.caller.patch(`/webhooks/${_id}`, { isActive: true });
    expect((await list(owner))[0].failureCount).toBe(3);
  });
});

describe.each(SURFACES)('DELETE /webhooks/:id (%s)', (surface) => {
  test('returns 200, and the webhook is gone', async () => {
    const owner = await newOwner(surface);
    const { _id } = await create(owner);
    expect(await owner.caller.delete(`/webhooks/${_id}`)).toEqual({ status: 200, body: { success: true } });
    expect(await list(owner)).toEqual([]);
    expect(await owner.caller.delete(`/webhooks/${_id}`)).toEqual(NOT_FOUND);
  });
});

describe.each(SURFACES)('POST /webhooks/:id/regenerate-secret (%s)', (surface) => {
  test('returns 200 with another secret', async () => {
    const owner = await newOwner(surface);
    const { _id, secret } = await create(owner);
    const answer = await owner.caller.post(`/webhooks/${_id}/regenerate-secret`);
    expect(answer).toEqual({ status: 200, body: { success: true, secret: SECRET } });
    expect(answer.body.secret).not.toBe(secret);
  });
});

const OF_ONE = [
  ['PATCH', 'Failed to update webhook', (caller: Caller, id: string) => caller.patch(`/webhooks/${id}`, { name: 'x' })],
  ['DELETE', 'Failed to delete webhook', (caller: Caller, id: string) => caller.delete(`/webhooks/${id}`)],
  [
    'regenerate-secret',
    'Failed to regenerate secret',
    (caller: Caller, id: string) => caller.post(`/webhooks/${id}/regenerate-secret`),
  ],
] as const;

describe.each(SURFACES.flatMap((surface) => OF_ONE.map((row) => [surface, ...row] as const)))(
  '%s: %s',
  (surface, _name, failure, call) => {
    test('of an unknown webhook, or somebody else’s: 404', async () => {
      const { caller } = await newOwner(surface);
      const { _id } = await create(await newOwner(surface));
      expect(await call(caller, UNKNOWN_ID)).toEqual(NOT_FOUND);
      expect(await call(caller, _id)).toEqual(NOT_FOUND);
    });

    test('of a malformed id: the 500 of the route', async () => {
      const { caller } = await newOwner(surface);
      for (const id of MALFORMED_IDS) expect(await call(caller, id)).toEqual(refused(500, failure));
    });
  },
);

describe.each(SURFACES)('when the database fails (%s)', (surface) => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await newOwner(surface);
    await contract.db.query('ALTER TABLE webhooks RENAME TO webhooks_away');
  });
  afterAll(() => contract.db.query('ALTER TABLE webhooks_away RENAME TO webhooks'));

  test('list: 500', async () => {
    expect(await owner.caller.get('/webhooks')).toEqual(refused(500, 'Failed to list webhooks'));
  });
  test('create: 500', async () => {
    expect(await owner.caller.post('/webhooks', valid)).toEqual(refused(500, 'Failed to create webhook'));
  });
  test.each(OF_ONE)('%s: 500 %s', async (_name, failure, call) => {
    expect(await call(owner.caller, UNKNOWN_ID)).toEqual(refused(500, failure));
  });
});
