import { refused, startContract } from './contract.js';
import { answering, type Networked, network, requestsTo } from './network-support.js';

const contract = startContract({ roles: 'api,worker', unlogged: /^Failed to (create|delete) network reaction$/ });

let own: Networked;
beforeAll(async () => {
  own = await network(contract);
});
afterEach(() => contract.sandbox.clearFaults());

const react = (body: object = {}) =>
  contract.owner.post('/network-reactions', {
    postedId: own.postedId,
    reactionType: 'LIKE',
    platformId: own.platformId,
    ...body,
  });
const remove = async (body: object = {}) => {
  const sent = { postedId: own.postedId, platformId: own.platformId, ...body };
  const answer = await contract.owner.raw('delete', '/network-reactions', sent);
  return { status: answer.status, body: answer.body };
};
const activity = () => `urn:network:activity:${BigInt(own.postedId.split(':').at(-1) ?? 0) + 1n}`;
const native = (urn: string) => urn.replaceAll('urn:network:', 'urn:li:');

const TYPES = ['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT'];

describe('POST /network-reactions', () => {
  test.each([...TYPES, 'like', 'Praise'])('%s: 201 with the reaction', async (reactionType) => {
    expect(await react({ reactionType })).toEqual({
      status: 201,
      body: {
        success: true,
        reaction: {
          id: expect.stringMatching(/^urn:network:reaction:/),
          root: own.postedId,
          reactionType: reactionType.toUpperCase(),
          created: expect.any(Object),
          lastModified: expect.any(Object),
        },
      },
    });
    expect(requestsTo(contract, '/rest/reactions').at(-1)).toMatchObject({
      query: { actor: `urn:li:person:${own.owner.accountId}` },
      body: { root: native(own.postedId), reactionType: reactionType.toUpperCase() },
    });
  });

  test('an activity is translated to its post, and the response says so', async () => {
    const { status, body } = await react({ postedId: activity() });
    expect(status).toBe(201);
    expect(body.urnTranslated).toEqual({ from: activity(), to: own.postedId });
    expect(requestsTo(contract, '/rest/reactions').at(-1)?.body).toMatchObject({ root: native(own.postedId) });
  });

  test('an activity that the platform cannot translate is used as it is', async () => {
    answering(contract, '/v2/activities', { status: 403, body: { message: 'No' } });
    const { status, body } = await react({ postedId: activity() });
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('urnTranslated');
    expect(requestsTo(contract, '/rest/reactions').at(-1)?.body).toMatchObject({ root: native(activity()) });
  });

  test('a response without a body is a reaction', async () => {
    answering(contract, '/rest/reactions', { status: 201 });
    expect((await react()).body).toEqual({ success: true, reaction: { reactionType: 'LIKE' } });
  });
});

describe('DELETE /network-reactions', () => {
  test('200 without a reaction, which is gone', async () => {
    await react();
    expect(await remove()).toEqual({ status: 200, body: { success: true, reaction: null } });
    expect((await remove()).status).toBe(404);
  });

  test('its fields may be in the query', async () => {
    await react();
    const query = new URLSearchParams({ postedId: own.postedId, platformId: own.platformId });
    expect(await contract.owner.delete(`/network-reactions?${query}`)).toEqual({
      status: 200,
      body: { success: true, reaction: null },
    });
  });

  test('an activity is translated to its post, and the response says so', async () => {
    await react();
    const urnTranslated = { from: activity(), to: own.postedId };
    expect(await remove({ postedId: activity() })).toEqual({
      status: 200,
      body: { success: true, reaction: null, urnTranslated },
    });
  });
});

describe('400', () => {
  const REQUIRED = 'postedId, reactionType, and platformId are required';
  const TYPE = `reactionType must be one of: ${TYPES.join(', ')}`;
  test.each([
    [{ postedId: undefined }, REQUIRED],
    [{ reactionType: null }, REQUIRED],
    [{ platformId: undefined }, REQUIRED],
    [{ platformId: {} }, 'platformId must be a string'],
    [{ postedId: 'urn:network:comment:1' }, 'postedId must be a valid network URN'],
    [{ reactionType: '' }, TYPE],
    [{ reactionType: 'MAYBE' }, TYPE],
    [{ reactionType: 1 }, TYPE],
    [{ platformId: '' }, 'Invalid platformId'],
  ])('creating with %j: %s', async (body, message) => {
    expect(await react(body)).toEqual(refused(400, message));
  });

  test.each([
    [{ postedId: null }, 'postedId and platformId are required'],
    [{ platformId: null }, 'postedId and platformId are required'],
    [{ platformId: 1 }, 'platformId must be a string'],
    [{ postedId: 'x' }, 'postedId must be a valid network URN'],
    [{ platformId: '' }, 'Invalid platformId'],
  ])('deleting with %j: %s', async (body, message) => {
    expect(await remove(body)).toEqual(refused(400, message));
  });
});

test.each(['network-nobody', 'unrecognized'])('a connection %s that there is not: 404', async (platformId) => {
  const notFound = refused(404, 'network connection not found');
  expect(await react({ platformId })).toEqual(notFound);
  expect(await remove({ platformId })).toEqual(notFound);
});

describe('what the platform refuses', () => {
  const error = { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Oh', urn: 'urn:li:share:1' };
  const details = { ...error, urn: 'urn:network:share:1' };

  test('its trouble is a 500 with its error object and its status', async () => {
    answering(contract, '/rest/reactions', { status: 503, body: error }, 2);
    expect(await react()).toEqual({
      status: 500,
      body: { error: 'Failed to create network reaction', details, status: 503 },
    });
    contract.sandbox.clearFaults();
    await react();
    answering(contract, '/rest/reactions', { status: 503, body: error });
    expect(await remove()).toEqual({
      status: 500,
      body: { error: 'Failed to delete network reaction', details, status: 503 },
    });
  });

  test('of a reaction that is not there: 404', async () => {
    await react();
    expect((await remove()).status).toBe(200);
    expect(await remove()).toMatchObject({ status: 404, body: { error: 'Failed to delete network reaction' } });
  });

  test('without a response, the details are words and there is no status', async () => {
    contract.sandbox.setFault({ platform: 'network', kind: 'reset_before_store', path: '/rest/reactions' });
    expect(await react()).toEqual({
      status: 500,
      body: {
        error: 'Failed to create network reaction',
        details: expect.stringContaining('closed the connection'),
        status: null,
      },
    });
  });

  test.each([403, 429])('a %d is passed on', async (status) => {
    answering(contract, '/rest/reactions', { status, headers: { 'retry-after': '60' }, body: { message: 'No' } });
    expect(await react()).toEqual({
      status,
      body: { error: 'Failed to create network reaction', details: { message: 'No' }, status },
    });
  });

  test('a 401 becomes a 500 with the platform’s status', async () => {
    answering(contract, '/rest/reactions', { status: 401, body: { message: 'Expired' } }, 2);
    expect(await react()).toEqual({
      status: 500,
      body: { error: 'Failed to create network reaction', details: { message: 'Expired' }, status: 401 },
    });
  });
});
