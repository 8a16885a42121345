import { createHash } from 'node:crypto';
import { createAccount } from '../support/account.js';
import { type Caller, expectNow, ISO_TIME, MALFORMED_IDS, refused, startContract, UNKNOWN_ID } from './contract.js';

const contract = startContract({});

const ID = expect.stringMatching(/^[0-9a-f]{24}$/);
const KEY = /^sk_([0-9a-z]+)_[0-9a-f]{8}\.[0-9a-f]{52}$/;
const NOT_FOUND = refused(404, 'API key not found');
const NAME_INVALID = refused(400, 'Name must be a text of 1 to 100 characters');

interface Owner {
  userId: string;
  /** Signed in to the dashboard. */
  dashboard: Caller;
}

/** An account without keys. */
async function newOwner(options?: Parameters<typeof createAccount>[1]): Promise<Owner> {
  const { userId, session } = await createAccount(contract.db, options);
  await contract.db.query('DELETE FROM api_keys WHERE user_id = $1', [userId]);
  return { userId, dashboard: contract.dashboard(await session()) };
}

interface ListedKey {
  _id: string;
  name: string;
  keyPrefix: string;
  createdAt: string;
  lastUsedAt: string | null;
}

async function create({ dashboard }: Owner, body: object = {}): Promise<ListedKey & { rawKey: string }> {
  const answer = await dashboard.post('/auth/api-keys', body);
  expect(answer.status).toBe(200);
  return answer.body.apiKey;
}

const list = async ({ dashboard }: Owner): Promise<ListedKey[]> => (await dashboard.get('/auth/api-keys')).body.apiKeys;
const statusWith = async (rawKey: string) => (await contract.as({ 'x-api-key': rawKey }).get('/list-posts')).status;

describe('POST /auth/api-keys', () => {
  test('returns 200 with the key, which works from then on', async () => {
    const { dashboard } = await newOwner();
    const since = Date.now();
    const answer = await dashboard.post('/auth/api-keys', { name: 'Server' });
    const { rawKey } = answer.body.apiKey;
    expect(answer).toEqual({
      status: 200,
      body: {
        message: 'API key created successfully',
        apiKey: {
          _id: ID,
          name: 'Server',
          keyPrefix: rawKey.split('.')[0],
          createdAt: ISO_TIME,
          lastUsedAt: null,
          rawKey: expect.stringMatching(KEY),
        },
      },
    });
    expectNow(answer.body.apiKey.createdAt, since);
    const [, time = ''] = KEY.exec(rawKey) ?? [];
    expect(new Date(Number.parseInt(time, 36)).toISOString()).toBe(answer.body.apiKey.createdAt);
    expect(await statusWith(rawKey)).toBe(200);
  });

  test('the secret is shown this once, and stored as prefix and hash only', async () => {
    const owner = await newOwner();
    const { rawKey, keyPrefix } = await create(owner);
    const [stored] = await contract.db.query('SELECT * FROM api_keys WHERE user_id = $1', [owner.userId]);
    expect(stored).toMatchObject({ prefix: keyPrefix, hash: createHash('sha256').update(rawKey).digest('hex') });
    const secret = rawKey.slice(keyPrefix.length + 1);
    expect(JSON.stringify([stored, await list(owner)])).not.toContain(secret);
  });

  test.each([{}, { name: undefined }, { name: null }])('%j: the name is Default', async (body) => {
    expect((await create(await newOwner(), body)).name).toBe('Default');
  });

  test.each(['x', 'x'.repeat(100), 'Schlüssel für 🚀'])('the name %s is kept', async (name) => {
    const owner = await newOwner();
    await create(owner, { name });
    expect((await list(owner)).map((key) => key.name)).toEqual([name]);
  });

  test.each(['', '  ', 'x'.repeat(101), 5, true, ['x'], { a: 1 }])('the name %j: 400', async (name) => {
    const owner = await newOwner();
    expect(await owner.dashboard.post('/auth/api-keys', { name })).toEqual(NAME_INVALID);
    expect(await list(owner)).toEqual([]);
  });

  test('at most 10 work at a time: of 20 at once 10 are made, and the others are 400', async () => {
    const owner = await newOwner();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => owner.dashboard.post('/auth/api-keys', { name: `Key ${index}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const full = refused(400, 'Maximum of 10 active API keys allowed');
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toEqual(full);
    expect(await list(owner)).toHaveLength(10);

    const [first] = await list(owner);
    await owner.dashboard.delete(`/auth/api-keys/${first?._id}`);
    await create(owner);
    expect(await owner.dashboard.post('/auth/api-keys', {})).toEqual(full);
  });

  test('on a plan without API access: 403', async () => {
    const { dashboard } = await newOwner({ plan: 'starter' });
    const answer = await dashboard.post('/auth/api-keys', {});
    expect(answer).toEqual(refused(403, 'Your current plan does not include API access'));
  });
});

describe('GET /auth/api-keys', () => {
  test('the keys that work, oldest first, without their secrets', async () => {
    const owner = await newOwner();
    const first = await create(owner, { name: 'First' });
    const revoked = await create(owner, { name: 'Revoked' });
    const { rawKey, ...second } = await create(owner, { name: 'Second' });
    await owner.dashboard.delete(`/auth/api-keys/${revoked._id}`);
    expect(await owner.dashboard.get('/auth/api-keys')).toEqual({
      status: 200,
      body: {
        apiKeys: [
          { _id: first._id, name: 'First', keyPrefix: first.keyPrefix, createdAt: first.createdAt, lastUsedAt: null },
          second,
        ],
      },
    });
  });

  test('none: an empty list', async () => {
    expect(await (await newOwner()).dashboard.get('/auth/api-keys')).toEqual({ status: 200, body: { apiKeys: [] } });
  });

  test('only one’s own', async () => {
    await create(await newOwner());
    expect(await list(await newOwner())).toEqual([]);
  });
});

describe('PATCH /auth/api-keys/:keyId', () => {
  test('renames the key, and nothing else changes', async () => {
    const owner = await newOwner();
    const { rawKey, ...key } = await create(owner);
    const answer = await owner.dashboard.patch(`/auth/api-keys/${key._id.toUpperCase()}`, { name: 'Renamed' });
    const renamed = { ...key, name: 'Renamed' };
    expect(answer).toEqual({ status: 200, body: { message: 'API key updated successfully', apiKey: renamed } });
    expect(await list(owner)).toEqual([renamed]);
    expect(await statusWith(rawKey)).toBe(200);
  });

  test.each([undefined, null, '', ' ', 'x'.repeat(101), 5, []])('the name %j: 400', async (name) => {
    const owner = await newOwner();
    const { _id } = await create(owner, { name: 'Kept' });
    expect(await owner.dashboard.patch(`/auth/api-keys/${_id}`, { name })).toEqual(NAME_INVALID);
    expect((await list(owner)).map((key) => key.name)).toEqual(['Kept']);
  });
});

describe('DELETE /auth/api-keys/:keyId', () => {
  test('the key is wrong from the next request on; the others work', async () => {
    const owner = await newOwner();
    const [revoked, kept] = [await create(owner), await create(owner)];
    expect(await owner.dashboard.delete(`/auth/api-keys/${revoked._id}`)).toEqual({
      status: 200,
      body: { message: 'API key revoked successfully' },
    });
    const answer = await contract.as({ 'x-api-key': revoked.rawKey }).get('/list-posts');
    expect(answer).toEqual(refused(401, 'Invalid API key'));
    expect(await statusWith(kept.rawKey)).toBe(200);
  });
});

describe.each(['patch', 'delete'] as const)('%s: 404 for', (method) => {
  const change = async ({ dashboard }: Owner, id: string) => {
    const { status, body } = await dashboard.raw(
      method,
      `/auth/api-keys/${id}`,
      method === 'patch' ? { name: 'Mine' } : undefined,
    );
    return { status, body };
  };

  test('the key of another account, which stays as it is', async () => {
    const other = await newOwner();
    const { _id, rawKey } = await create(other);
    expect(await change(await newOwner(), _id)).toEqual(NOT_FOUND);
    expect((await list(other)).map((key) => key.name)).toEqual(['Default']);
    expect(await statusWith(rawKey)).toBe(200);
  });

  test('a key that is revoked already', async () => {
    const owner = await newOwner();
    const { _id } = await create(owner);
    await owner.dashboard.delete(`/auth/api-keys/${_id}`);
    expect(await change(owner, _id)).toEqual(NOT_FOUND);
  });

  test.each([UNKNOWN_ID, ...MALFORMED_IDS])('the id %s', async (id) => {
    expect(await change(await newOwner(), id)).toEqual(NOT_FOUND);
  });
});
