import { createAccount } from '../support/account.js';
import {
  type Answer,
  create,
  expectNow,
  ISO_TIME,
  inHours,
  MALFORMED_IDS,
  refused,
  startContract,
  UNKNOWN_ID,
} from './contract.js';

// Nothing is published here: a group that is due stays scheduled.
const contract = startContract({});

const update = (id: string, body: unknown) => contract.owner.put(`/update-post/${id}`, body);
const updated = (_id: string, status: string, scheduledTime?: unknown): Answer => ({
  status: 200,
  body: {
    success: true,
    message: 'Post updated successfully',
    postGroup: { _id, status, ...(scheduledTime !== undefined && { scheduledTime }) },
  },
});
const draft = () => create(contract.owner, { platforms: ['fediverse-1', 'messenger-2'] });
const scheduled = (scheduledTime = inHours(5)) => create(contract.owner, { scheduledTime });
const partStatuses = async (id: string) =>
  (await contract.owner.get(`/get-post/${id}`)).body.posts.map(({ status }: { status: string }) => status);

describe('a draft', () => {
  test('is scheduled for a time', async () => {
    const id = await draft();
    const scheduledTime = inHours(1);
    expect(await update(id, { status: 'scheduled', scheduledTime })).toEqual(updated(id, 'scheduled', scheduledTime));
    expect(await partStatuses(id)).toEqual(['scheduled', 'scheduled']);
  });

  test('is scheduled with any content', async () => {
    const id = await create(contract.owner, { content: 'x'.repeat(70_000) });
    const scheduledTime = inHours(1);
    expect(await update(id, { status: 'scheduled', scheduledTime })).toEqual(updated(id, 'scheduled', scheduledTime));
  });

  test('scheduled with no time anywhere means now', async () => {
    const id = await draft();
    const since = Date.now();
    const answer = await update(id, { status: 'scheduled' });
    expect(answer).toEqual(updated(id, 'scheduled', ISO_TIME));
    expectNow(answer.body.postGroup.scheduledTime, since);
  });

  test('scheduled for a past time means now', async () => {
    const id = await draft();
    const since = Date.now();
    const answer = await update(id, { status: 'scheduled', scheduledTime: '2020-01-01T00:00:00Z' });
    expect(answer).toEqual(updated(id, 'scheduled', ISO_TIME));
    expectNow(answer.body.postGroup.scheduledTime, since);
  });

  test('is given a time and stays a draft', async () => {
    const id = await draft();
    const scheduledTime = inHours(1);
    expect(await update(id, { scheduledTime })).toEqual(updated(id, 'draft', scheduledTime));
    expect(await partStatuses(id)).toEqual(['draft', 'draft']);
  });

  test('is scheduled for the time that it was given before', async () => {
    const id = await draft();
    const scheduledTime = inHours(1);
    await update(id, { scheduledTime });
    expect(await update(id, { status: 'scheduled' })).toEqual(updated(id, 'scheduled', scheduledTime));
  });

  test('without a time: the response has no key scheduledTime', async () => {
    const id = await draft();
    expect(await update(id, { status: 'draft' })).toEqual(updated(id, 'draft'));
  });
});

describe('a scheduled group', () => {
  test('goes back to draft and keeps its time', async () => {
    const scheduledTime = inHours(5);
    const id = await scheduled(scheduledTime);
    expect(await update(id, { status: 'draft' })).toEqual(updated(id, 'draft', scheduledTime));
    expect(await partStatuses(id)).toEqual(['draft']);
  });

  test('goes back to draft with another time', async () => {
    const id = await scheduled();
    const scheduledTime = inHours(7);
    expect(await update(id, { status: 'draft', scheduledTime })).toEqual(updated(id, 'draft', scheduledTime));
  });

  test('and again to scheduled, at the kept time', async () => {
    const scheduledTime = inHours(5);
    const id = await scheduled(scheduledTime);
    await update(id, { status: 'draft' });
    expect(await update(id, { status: 'scheduled' })).toEqual(updated(id, 'scheduled', scheduledTime));
  });

  test.each([{}, { status: 'scheduled' }])('is moved to another time, with %j', async (body) => {
    const id = await scheduled();
    const scheduledTime = inHours(9);
    expect(await update(id, { ...body, scheduledTime })).toEqual(updated(id, 'scheduled', scheduledTime));
  });

  test('is moved to a past time: now', async () => {
    const id = await scheduled();
    const since = Date.now();
    const answer = await update(id, { scheduledTime: '2020-01-01T00:00:00Z' });
    expect(answer).toEqual(updated(id, 'scheduled', ISO_TIME));
    expectNow(answer.body.postGroup.scheduledTime, since);
  });

  test('scheduled again without a time: nothing changes', async () => {
    const scheduledTime = inHours(5);
    const id = await scheduled(scheduledTime);
    expect(await update(id, { status: 'scheduled' })).toEqual(updated(id, 'scheduled', scheduledTime));
  });
});

describe('status', () => {
  test.each(['', null, 0, false])('falsy, %j, counts as absent', async (status) => {
    const id = await scheduled();
    const scheduledTime = inHours(2);
    expect(await update(id, { status, scheduledTime })).toEqual(updated(id, 'scheduled', scheduledTime));
    const refusal = refused(400, 'Either status or scheduledTime must be provided');
    expect(await update(id, { status })).toEqual(refusal);
  });

  test.each([
    'published',
    'failed',
    'partially_published',
    'processing',
    'Draft',
    'SCHEDULED',
    ' draft',
    1,
    true,
    {},
    [['draft']],
  ])('%j is no status to set', async (status) => {
    const answer = await update(await draft(), { status });
    expect(answer).toEqual(refused(400, "Status must be either 'draft' or 'scheduled'"));
  });
});

describe('scheduledTime', () => {
  test.each([
    ['2035-03-15T10:00:00.000Z', '2035-03-15T10:00:00.000Z'],
    ['2035-03-15T10:00:00Z', '2035-03-15T10:00:00.000Z'],
    ['2035-03-15T10:00:00+00:00', '2035-03-15T10:00:00.000Z'],
    ['2035-03-15T10:00:00-09:30', '2035-03-15T19:30:00.000Z'],
  ])('%s is accepted', async (scheduledTime, stored) => {
    const id = await draft();
    expect(await update(id, { scheduledTime })).toEqual(updated(id, 'draft', stored));
  });

  test.each([
    '2035-03-15 10:00:00',
    'March 15, 2035',
    '03/15/2035',
    '2035-03-15',
    '2035-02-30T10:00:00Z',
    'now',
    5,
    true,
    {},
    [[]],
  ])('%j: Invalid scheduled time format', async (scheduledTime) => {
    const id = await draft();
    const refusal = refused(400, 'Invalid scheduled time format');
    expect(await update(id, { scheduledTime })).toEqual(refusal);
    expect(await update(id, { status: 'scheduled', scheduledTime })).toEqual(refusal);
  });
});

describe('what cannot be updated', () => {
  test.each([[{}], [{ content: 'Other' }], ['null'], ['[]'], ['5'], [undefined]])(
    'a body without status and scheduledTime, %j',
    async (body) => {
      const answer = await update(await draft(), body);
      expect(answer).toEqual(refused(400, 'Either status or scheduledTime must be provided'));
    },
  );

  test('other fields are not changed', async () => {
    const id = await draft();
    await update(id, { status: 'draft', content: 'Other', platforms: ['fediverse-9'] });
    const { body } = await contract.owner.get(`/get-post/${id}`);
    expect(body.posts.map((post: { content: string; platformId: string }) => [post.content, post.platformId])).toEqual([
      ['Hi', '1'],
      ['Hi', '2'],
    ]);
  });

  test.each(['published', 'failed', 'partially_published'])('a group that is %s', async (status) => {
    const id = await draft();
    await contract.db.query(`UPDATE post_groups SET status = $2, processing_status = 'finished' WHERE id = $1`, [
      id,
      status,
    ]);
    const refusal = refused(400, `Cannot update post: post is currently in ${status} status`);
    expect(await update(id, { status: 'scheduled' })).toEqual(refusal);
    expect(await update(id, { scheduledTime: inHours(1) })).toEqual(refusal);
  });

  test('a group whose publishing has started', async () => {
    const id = await scheduled();
    await contract.db.query(`UPDATE post_groups SET processing_status = 'processing' WHERE id = $1`, [id]);
    const answer = await update(id, { status: 'draft' });
    expect(answer).toEqual(refused(400, 'Cannot update post: post is currently in processing status'));
  });
});

describe('the group', () => {
  test('unknown: Post group not found', async () => {
    expect(await update(UNKNOWN_ID, { status: 'draft' })).toEqual(refused(404, 'Post group not found'));
  });

  test('of another account: Post group not found, and it stays as it is', async () => {
    const id = await draft();
    const other = contract.as({ 'x-api-key': (await createAccount(contract.db)).apiKey });
    const answer = await other.put(`/update-post/${id}`, { status: 'scheduled' });
    expect(answer).toEqual(refused(404, 'Post group not found'));
    expect(await update(id, { status: 'draft' })).toEqual(updated(id, 'draft'));
  });

  test.each(MALFORMED_IDS)('quirk: the malformed id %s is a 500', async (id) => {
    expect(await update(id, { status: 'draft' })).toEqual(refused(500, 'Failed to update post'));
  });

  test('its id is read in any letter case', async () => {
    const id = await draft();
    expect(await update(id.toUpperCase(), { status: 'draft' })).toEqual(updated(id, 'draft'));
  });
});

test('the body is checked before the group is looked up', async () => {
  expect(await update('malformed', {})).toEqual(refused(400, 'Either status or scheduledTime must be provided'));
  expect(await update(UNKNOWN_ID, { status: 'x' })).toEqual(
    refused(400, "Status must be either 'draft' or 'scheduled'"),
  );
  expect(await update(UNKNOWN_ID, { scheduledTime: 'x' })).toEqual(refused(400, 'Invalid scheduled time format'));
});
