import { refused, startContract, UNKNOWN_ID } from './contract.js';
import { answering, type Networked, network, requestsTo } from './network-support.js';

const contract = startContract({ roles: 'api,worker', unlogged: /^Failed to (create|delete) network comment$/ });

let own: Networked;
beforeAll(async () => {
  own = await network(contract);
});
afterEach(() => contract.sandbox.clearFaults());

const comment = (body: object = {}) =>
  contract.owner.post('/network-comments', {
    postedId: own.postedId,
    message: 'Well said',
    platformId: own.platformId,
    ...body,
  });
const remove = (body: object = {}) =>
  contract.owner.raw('delete', '/network-comments', { postedId: own.postedId, platformId: own.platformId, ...body });
const activity = () => `urn:network:activity:${BigInt(own.postedId.split(':').at(-1) ?? 0) + 1n}`;

describe('POST /network-comments', () => {
  test('201 with the comment: its number, its URN, the message and the other fields from the platform', async () => {
    const { status, body } = await comment();
    expect(status).toBe(201);
    const { id } = body.comment;
    expect(id).toMatch(/^\d{19}$/);
    expect(body).toEqual({
      success: true,
      comment: {
        id,
        commentUrn: `urn:network:comment:(${activity()},${id})`,
        message: 'Well said',
        created: { actor: `urn:network:person:${own.owner.accountId}`, time: expect.any(Number) },
        lastModified: expect.any(Object),
        actor: `urn:network:person:${own.owner.accountId}`,
        object: activity(),
      },
    });
  });

  test.each(['share', 'activity'])('the post may be named by the URN of its %s', async (kind) => {
    const postedId = kind === 'share' ? own.postedId : activity();
    expect((await comment({ postedId })).status).toBe(201);
    expect(requestsTo(contract, '/rest/socialActions').at(-1)?.body).toMatchObject({
      object: postedId.replace('urn:network:', 'urn:li:'),
    });
  });

  test('a ugcPost may be named, and the platform says when there is none', async () => {
    expect((await comment({ postedId: 'urn:network:ugcPost:1' })).status).toBe(404);
  });

  test('a reply names the comment that it is to', async () => {
    const { commentUrn } = (await comment()).body.comment;
    const { status, body } = await comment({ parentComment: commentUrn });
    expect({ status, parent: body.comment.parentComment }).toEqual({ status: 201, parent: commentUrn });
    expect(requestsTo(contract, '/rest/socialActions').at(-1)?.body).toMatchObject({
      parentComment: commentUrn.replaceAll('urn:network:', 'urn:li:'),
    });
  });

  test('a mention is sent as a name and its position', async () => {
    const message = 'Thanks @{urn:network:person:abc_1|Zoë Ł.} of @{urn:network:organization:12|Acme Inc.}!';
    const { body } = await comment({ message });
    expect(body.comment.message).toBe(message);
    expect(requestsTo(contract, '/rest/socialActions').at(-1)?.body).toMatchObject({
      message: {
        text: 'Thanks Zoë Ł. of Acme Inc.!',
        attributes: [
          { start: 7, length: 6, value: { person: { person: 'urn:li:person:abc_1' } } },
          { start: 17, length: 9, value: { organization: { organization: 'urn:li:organization:12' } } },
        ],
      },
    });
  });

  test('a text is sent as it is: what is escaped in posts is not escaped here', async () => {
    await comment({ message: 'a (b) #c @d _e_' });
    expect(requestsTo(contract, '/rest/socialActions').at(-1)?.body).toMatchObject({
      message: { text: 'a (b) #c @d _e_' },
    });
  });

  test('fields of the platform are spread, and ours win', async () => {
    answering(contract, '/comments', {
      status: 201,
      headers: { 'x-restli-id': '77' },
      body: {
        id: '1',
        commentUrn: 'urn:li:comment:(urn:li:activity:2,77)',
        message: { text: 'x' },
        extra: 'urn:li:x:1',
      },
    });
    expect(await comment()).toEqual({
      status: 201,
      body: {
        success: true,
        comment: {
          id: '77',
          commentUrn: 'urn:network:comment:(urn:network:activity:2,77)',
          message: 'Well said',
          extra: 'urn:network:x:1',
        },
      },
    });
  });

  test.each(['NUL\0', 'half a pair \ud83d'])('%j cannot be published', async (message) => {
    expect(await comment({ message })).toEqual(refused(400, 'Text contains characters that cannot be published'));
  });

  test.each([1, 1250])('%d characters are a message', async (length) => {
    expect((await comment({ message: 'é'.repeat(length) })).status).toBe(201);
  });

  test('1251 characters are none', async () => {
    const message = 'x'.repeat(1251);
    expect(await comment({ message })).toEqual(refused(400, 'message cannot exceed 1250 characters'));
  });
});

describe('DELETE /network-comments', () => {
  const made = async () => (await comment()).body.comment as { id: string; commentUrn: string };

  test.each(['id', 'commentUrn'] as const)(
    'removes the comment that its %s names, and returns it as given',
    async (by) => {
      const { id, [by]: commentId } = await made();
      const { status, body } = await remove({ commentId });
      expect({ status, body }).toEqual({ status: 200, body: { success: true, deleted: commentId } });
      expect(requestsTo(contract, `/comments/${id}`)).toHaveLength(1);
      expect((await remove({ commentId })).status).toBe(404);
    },
  );

  test('a number of JSON is returned as a number', async () => {
    answering(contract, '/comments/77', { status: 204 });
    const { status, body } = await remove({ commentId: 77 });
    expect({ status, body }).toEqual({ status: 200, body: { success: true, deleted: 77 } });
  });

  test.each(['7531716886845718528', '9007199254740993', '9'.repeat(25)])(
    'the JSON number %s keeps its digits',
    async (number) => {
      answering(contract, `/comments/${number}`, { status: 204 });
      const body = `{"postedId":"${own.postedId}","platformId":"${own.platformId}","commentId":${number}}`;
      const answer = await contract.owner.raw('delete', '/network-comments', body);
      expect([answer.status, answer.body]).toEqual([200, { success: true, deleted: number }]);
      expect(requestsTo(contract, `/comments/${number}`)).toHaveLength(1);
    },
  );

  test('its fields may be in the query', async () => {
    const { id: commentId } = await made();
    const query = new URLSearchParams({ postedId: own.postedId, platformId: own.platformId, commentId });
    expect(await contract.owner.delete(`/network-comments?${query}`)).toEqual({
      status: 200,
      body: { success: true, deleted: commentId },
    });
  });
});

describe('400', () => {
  const REQUIRED = 'postedId, message, and platformId are required';
  test.each([
    [{ postedId: undefined }, REQUIRED],
    [{ message: undefined }, REQUIRED],
    [{ platformId: null }, REQUIRED],
    [{ platformId: 5 }, 'platformId must be a string'],
    [{ postedId: 'hello' }, 'postedId must be a valid network URN'],
    [{ postedId: '' }, 'postedId must be a valid network URN'],
    [{ postedId: 5 }, 'postedId must be a valid network URN'],
    [{ postedId: 'urn:li:share:1' }, 'postedId must be a valid network URN'],
    [{ postedId: 'urn:network:person:1' }, 'postedId must be a valid network URN'],
    [{ postedId: 'urn:network:share:1/../../x' }, 'postedId must be a valid network URN'],
    [{ message: '' }, 'message cannot be empty'],
    [{ message: ' \n' }, 'message cannot be empty'],
    [{ message: '\u200b' }, 'message cannot be empty'],
    [{ message: 5 }, 'message cannot be empty'],
    [{ parentComment: 'urn:network:share:1' }, 'parentComment must be a valid network URN'],
    [{ parentComment: 7 }, 'parentComment must be a valid network URN'],
    [{ platformId: '' }, 'Invalid platformId'],
  ])('creating with %j: %s', async (body, message) => {
    expect(await comment(body)).toEqual(refused(400, message));
  });

  const ID_REQUIRED = 'postedId, commentId, and platformId are required';
  test.each([
    [{}, ID_REQUIRED],
    [{ commentId: '1', postedId: null }, ID_REQUIRED],
    [{ commentId: '1', platformId: null }, ID_REQUIRED],
    [{ commentId: '1', platformId: [] }, 'platformId must be a string'],
    [{ commentId: '1', postedId: 'x' }, 'postedId must be a valid network URN'],
    [{ commentId: 1.5 }, 'commentId must be a valid network URN or numeric ID'],
    [{ commentId: 1e30 }, 'commentId must be a valid network URN or numeric ID'],
    [{ commentId: -1 }, 'commentId must be a valid network URN or numeric ID'],
    [{ commentId: 'x' }, 'commentId must be a valid network URN or numeric ID'],
    [{ commentId: '' }, 'commentId must be a valid network URN or numeric ID'],
    [{ commentId: 'urn:network:share:1' }, 'commentId must be a valid network URN or numeric ID'],
    [{ commentId: '1', platformId: '' }, 'Invalid platformId'],
  ])('deleting with %j: %s', async (body, message) => {
    const { status, body: answer } = await remove(body);
    expect({ status, body: answer }).toEqual(refused(400, message));
  });
});

describe('who may', () => {
  test.each(['network-nobody', 'unrecognized', 'fediverse-1'])(
    'a connection %s that there is not, or not on the network: 404',
    async (platformId) => {
      const notFound = refused(404, 'network connection not found');
      expect(await comment({ platformId })).toEqual(notFound);
      const { status, body } = await remove({ platformId, commentId: '1' });
      expect({ status, body }).toEqual(notFound);
    },
  );

  test('a connection of another platform is none of the network', async () => {
    const platformId = await contract.account.connect(contract.sandbox.createAccount('fediverse'));
    expect(await comment({ platformId })).toEqual(refused(404, 'network connection not found'));
  });

  test('the common authentication comes first', async () => {
    expect(await contract.as({}).post('/network-comments', {})).toEqual(refused(401, 'API key is required'));
    expect(
      await contract
        .as({ 'x-api-key': contract.account.apiKey, 'x-service-user-id': UNKNOWN_ID })
        .post('/network-comments', {}),
    ).toMatchObject({ status: 403 });
  });
});

describe('what the platform refuses', () => {
  test('its trouble is a 500', async () => {
    contract.sandbox.setFault({ platform: 'network', kind: 'server_error', path: '/comments' });
    expect(await comment()).toEqual(refused(500, 'Failed to create network comment'));
  });

  test('a success that names no comment is none', async () => {
    answering(contract, '/comments', { status: 201, body: {} });
    expect(await comment()).toEqual(refused(500, 'Failed to create network comment'));
  });

  test('of a deletion, with details in words', async () => {
    const { body: made } = await comment();
    contract.sandbox.setFault({ platform: 'network', kind: 'server_error', path: '/comments' });
    const { status, body } = await remove({ commentId: made.comment.id });
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        error: 'Failed to delete network comment',
        details: expect.stringContaining('network returned a server error'),
      },
    });
  });

  test('of a comment that is not there, or no more: 404', async () => {
    const { body: made } = await comment();
    expect((await remove({ commentId: made.comment.id })).status).toBe(200);
    for (const commentId of [made.comment.id, '7000000000000000000']) {
      const { status, body } = await remove({ commentId });
      expect({ status, body }).toMatchObject({ status: 404, body: { error: 'Failed to delete network comment' } });
    }
  });

  test.each([403, 404, 422])('a %d is passed on', async (status) => {
    answering(contract, '/comments', { status, body: { status, code: 'NO', message: 'No' } });
    expect(await comment()).toEqual(refused(status, 'Failed to create network comment'));
  });

  test('a 429 is passed on with its Retry-After', async () => {
    answering(contract, '/comments', { status: 429, headers: { 'retry-after': '77' }, body: { message: 'Slow' } });
    const { status, headers, body } = await contract.owner.raw('post', '/network-comments', {
      postedId: own.postedId,
      message: 'Hi',
      platformId: own.platformId,
    });
    expect({ status, body }).toEqual(refused(429, 'Failed to create network comment'));
    expect(Number(headers['retry-after'])).toBeGreaterThan(70);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(77);
  });

  test('a 401 is none of the caller’s key: 500, and the connection is marked', async () => {
    const other = await network(contract, 'Another');
    contract.sandbox.setFault({ platform: 'network', kind: 'auth_expired', path: '/comments', times: 0 });
    const { platformId, postedId } = other;
    expect(await comment({ platformId, postedId })).toEqual(refused(500, 'Failed to create network comment'));
    const { body } = await contract.owner.get('/platform-connections');
    const marked = body.connections.find((one: { platformId: string }) => one.platformId === platformId);
    expect(marked.tokenStatus).toBe('expired');
  });
});
