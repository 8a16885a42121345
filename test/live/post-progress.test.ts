import type { Client } from 'graphql-ws';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { collect, openSocket } from '../support/graphql.js';
import { useService } from '../support/service.js';
import {
  createGroup,
  follow,
  isGroupFinished,
  LATER,
  mutate,
  now,
  numbersOf,
  POST_PROGRESS,
  POST_PROGRESS_WITH_OBJECTS,
  type Step,
  typesOf,
  upTo,
} from './support.js';

// No response here is late: on a busy machine one can take longer than other tests wait.
const { db, service } = await useService({ roles: 'api,worker', env: { PUBLISH_TIMEOUT_MS: '3000' } });
let sandbox: Sandbox;
let account: TestAccount;
let client: Client;
let fediverse: SandboxAccount;
let platformId: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  fediverse = sandbox.createAccount('fediverse');
  platformId = await account.connect(fediverse);
  client = openSocket(service, headers());
});
afterEach(() => sandbox.clearFaults());
afterAll(async () => {
  await client?.dispose();
  await sandbox?.close();
});

const headers = () => ({ 'x-api-key': account.apiKey });
const create = (input: object) => createGroup(service, headers(), input);
/** The whole story of a group, up to its last rollup. */
const story = (id: string, query = POST_PROGRESS, after = 0): Promise<Step[]> =>
  collect(client, query, { id, after }, (steps: Step[]) => steps.some(isGroupFinished));
const storyWithObjects = (id: string) => story(id, POST_PROGRESS_WITH_OBJECTS);

describe('sends every step, numbered from 1 without gaps, up to the rollup', () => {
  test('of a post that is published', async () => {
    const id = await create({ platformIds: [platformId], scheduledTime: now() });
    const steps = await storyWithObjects(id);
    expect(typesOf(steps)).toEqual([
      'CREATED',
      'QUEUED',
      'PROCESSING',
      'ATTEMPT_STARTED',
      'PUBLISHED',
      'GROUP_FINISHED',
    ]);
    expect(numbersOf(steps)).toEqual(upTo(6));
    expect(new Set(steps.map(({ postGroupId }) => postGroupId))).toEqual(new Set([id]));
    expect(steps.map(({ groupStatus, processingStatus }) => `${groupStatus} ${processingStatus}`)).toEqual([
      ...['SCHEDULED PENDING', 'SCHEDULED PENDING', 'SCHEDULED PROCESSING', 'SCHEDULED PROCESSING'],
      ...['PUBLISHED FINISHED', 'PUBLISHED FINISHED'],
    ]);
    const [created, queued, , started, published, rollup] = steps;
    expect([created?.platformPostId, rollup?.platformPostId]).toEqual([null, null]);
    expect([created?.platformPost, rollup?.platformPost]).toEqual([null, null]);
    expect(queued).toMatchObject({ dueAt: expect.any(String), attempt: null, platformPost: { platformId } });
    expect(started).toMatchObject({ platformPostId: queued?.platformPostId, attempt: 1 });
    const [posted] = sandbox.posts({ accountId: fediverse.accountId });
    expect(published).toMatchObject({
      dueAt: null,
      platformPost: {
        id: queued?.platformPostId,
        platform: 'FEDIVERSE',
        platformId,
        status: 'PUBLISHED',
        postedId: posted?.postedId,
        url: posted?.url,
        dueAt: null,
      },
    });
    expect(rollup?.postGroup).toEqual({ id, status: 'PUBLISHED', processingStatus: 'FINISHED' });
  });

  test('of a post whose first attempt failed', async () => {
    sandbox.setFault({ platform: 'fediverse', kind: 'server_error', accountId: fediverse.accountId, times: 1 });
    // A unique text: a lookup after a lost response must not find an earlier post.
    const steps = await storyWithObjects(
      await create({ content: 'Again', platformIds: [platformId], scheduledTime: now() }),
    );
    expect(typesOf(steps)).toEqual([
      ...['CREATED', 'QUEUED', 'PROCESSING', 'ATTEMPT_STARTED', 'ATTEMPT_FAILED'],
      ...['ATTEMPT_STARTED', 'PUBLISHED', 'GROUP_FINISHED'],
    ]);
    expect(numbersOf(steps)).toEqual(upTo(8));
    expect(steps[4]).toMatchObject({
      attempt: 1,
      dueAt: expect.any(String),
      error: { code: 'PLATFORM_SERVER_ERROR', retryable: true },
    });
    expect(steps[5]).toMatchObject({ attempt: 2, error: null });
  });

  test('of a post that failed permanently', async () => {
    sandbox.setFault({ platform: 'fediverse', kind: 'rejected', accountId: fediverse.accountId, times: 1 });
    const steps = await storyWithObjects(await create({ platformIds: [platformId], scheduledTime: now() }));
    expect(typesOf(steps)).toEqual(['CREATED', 'QUEUED', 'PROCESSING', 'ATTEMPT_STARTED', 'FAILED', 'GROUP_FINISHED']);
    expect(steps[4]).toMatchObject({
      sequence: 5,
      groupStatus: 'FAILED',
      error: { code: 'INVALID_CONTENT', retryable: false },
      dueAt: null,
      platformPost: { status: 'FAILED', dueAt: null },
    });
  });

  test('of several targets, each in its own order, with one rollup at the very end', async () => {
    const others = await Promise.all(
      (['skyfeed', 'messenger'] as const).map((key) => account.connect(sandbox.createAccount(key))),
    );
    const platformIds = [platformId, ...others];
    const steps = await storyWithObjects(await create({ platformIds, scheduledTime: now() }));
    expect(numbersOf(steps)).toEqual(upTo(steps.length));
    expect(typesOf(steps).slice(0, 4)).toEqual(['CREATED', 'QUEUED', 'QUEUED', 'QUEUED']);
    for (const target of platformIds) {
      const own = steps.filter(({ platformPost }) => platformPost?.platformId === target);
      expect(typesOf(own)).toEqual(['QUEUED', 'PROCESSING', 'ATTEMPT_STARTED', 'PUBLISHED']);
    }
    expect(steps.filter(isGroupFinished)).toHaveLength(1);
    expect(steps.at(-1)).toMatchObject({
      type: 'GROUP_FINISHED',
      groupStatus: 'PUBLISHED',
      processingStatus: 'FINISHED',
    });
  });

  test('of a draft that is scheduled, moved and taken back', async () => {
    const id = await create({ platformIds: [platformId] });
    await mutate(service, headers(), 'updatePost', { postGroupId: id, status: 'SCHEDULED', scheduledTime: LATER });
    await mutate(service, headers(), 'updatePost', { postGroupId: id, scheduledTime: '2036-01-01T00:00:00Z' });
    await mutate(service, headers(), 'updatePost', { postGroupId: id, status: 'DRAFT' });
    const steps = await collect<Step>(client, POST_PROGRESS_WITH_OBJECTS, { id, after: 0 }, (all) => all.length === 4);
    expect(steps.map(({ type, dueAt }) => [type, dueAt])).toEqual([
      ['CREATED', null],
      ['QUEUED', LATER],
      ['QUEUED', '2036-01-01T00:00:00.000Z'],
      ['UNSCHEDULED', null],
    ]);
    // What happened is told as it was, and the objects as they are now.
    for (const { postGroup } of steps) expect(postGroup).toMatchObject({ id, status: 'DRAFT' });
    for (const { platformPost } of steps.slice(1)) expect(platformPost).toMatchObject({ status: 'DRAFT', dueAt: null });
  });
});

describe('with `after`', () => {
  test('a subscriber that reconnects receives exactly what it missed, then continues live', async () => {
    const id = await create({ platformIds: [platformId], scheduledTime: LATER });
    const first = await collect<Step>(client, POST_PROGRESS, { id, after: 0 }, (all) => all.length === 2);
    await mutate(service, headers(), 'updatePost', { postGroupId: id, scheduledTime: '2036-01-01T00:00:00Z' });
    await mutate(service, headers(), 'updatePost', { postGroupId: id, status: 'DRAFT' });
    const back = follow(client, POST_PROGRESS, { id, after: first.at(-1)?.sequence });
    await eventually(async () => back.steps.length === 2 || undefined);
    expect(back.steps.map(({ sequence, type }) => [sequence, type])).toEqual([
      [3, 'QUEUED'],
      [4, 'UNSCHEDULED'],
    ]);
    await mutate(service, headers(), 'updatePost', { postGroupId: id, status: 'SCHEDULED', scheduledTime: now() });
    await eventually(async () => back.steps.some(isGroupFinished) || undefined);
    back.stop();
    expect([...numbersOf(first), ...numbersOf(back.steps)]).toEqual(upTo(2 + back.steps.length));
  });

  test.each(upTo(5))('any cut of the story, here after %i, joins without a gap or a repeat', async (after) => {
    const id = await create({ platformIds: [platformId], scheduledTime: now() });
    const whole = await story(id);
    expect(await story(id, POST_PROGRESS, after)).toEqual(whole.slice(after));
  });

  test('without it only new steps are sent', async () => {
    const id = await create({ platformIds: [platformId] });
    const following = follow(client, POST_PROGRESS, { id });
    await eventually(async () => {
      await mutate(service, headers(), 'updatePost', { postGroupId: id, status: 'SCHEDULED', scheduledTime: LATER });
      await mutate(service, headers(), 'updatePost', { postGroupId: id, status: 'DRAFT' });
      return following.steps.length > 0 || undefined;
    });
    following.stop();
    const [first = 0] = numbersOf(following.steps);
    expect(first).toBeGreaterThan(1);
    expect(numbersOf(following.steps)).toEqual(following.steps.map((_, index) => first + index));
  });
});

describe('ends', () => {
  test('with DELETED when the group is removed', async () => {
    const id = await create({ platformIds: [platformId], scheduledTime: LATER });
    const following = follow(client, POST_PROGRESS_WITH_OBJECTS, { id, after: 0 });
    await eventually(async () => following.steps.length === 2 || undefined);
    await mutate(service, headers(), 'deletePost', { postGroupId: id });
    await following.ended;
    expect(following).toMatchObject({ completed: true, errors: undefined });
    expect(typesOf(following.steps)).toEqual(['CREATED', 'QUEUED', 'DELETED']);
    expect(following.steps.map(({ postGroupId, postGroup }) => [postGroupId, postGroup?.id])).toEqual([
      [id, id],
      [id, id],
      [id, undefined],
    ]);

    const late = follow(client, POST_PROGRESS_WITH_OBJECTS, { id, after: 1 });
    await late.ended;
    expect(typesOf(late.steps)).toEqual(['QUEUED', 'DELETED']);
  });

  const refused = async (id: string, after: number | null, socket = client) => {
    const following = follow(socket, POST_PROGRESS, { id, after });
    await following.ended;
    return following.errors;
  };

  test('POST_GROUP_NOT_FOUND: a removed group sends nothing more to a subscriber that has seen its end, or to a new one', async () => {
    const id = await create({ platformIds: [platformId] });
    await mutate(service, headers(), 'deletePost', { postGroupId: id });
    for (const after of [2, null])
      expect(await refused(id, after)).toMatchObject([{ extensions: { code: 'POST_GROUP_NOT_FOUND' } }]);
  });

  test('POST_GROUP_NOT_FOUND: another account’s group, live or removed, and one that never was', async () => {
    const otherUser = openSocket(service, { 'x-api-key': (await createAccount(db)).apiKey });
    const live = await create({ platformIds: [platformId] });
    const gone = await create({ platformIds: [platformId] });
    await mutate(service, headers(), 'deletePost', { postGroupId: gone });
    for (const id of [live, gone, newId()]) {
      expect(await refused(id, 0, otherUser)).toMatchObject([
        { message: 'Post group not found', extensions: { code: 'POST_GROUP_NOT_FOUND' } },
      ]);
    }
    await otherUser.dispose();
  });

  test('CURSOR_EXPIRED: steps that were missed are gone; what is kept can be sent from 0', async () => {
    const id = await create({ platformIds: [platformId], scheduledTime: LATER });
    await mutate(service, headers(), 'updatePost', { postGroupId: id, status: 'DRAFT' });
    await db.query('DELETE FROM live_events WHERE group_id = $1 AND sequence <= 2', [id]);
    expect(await refused(id, 1)).toMatchObject([{ extensions: { code: 'CURSOR_EXPIRED' } }]);
    for (const after of [0, 2]) {
      const steps = await collect<Step>(client, POST_PROGRESS, { id, after }, (all) => all.length === 1);
      expect(numbersOf(steps)).toEqual([3]);
    }
    await db.query('DELETE FROM live_events WHERE group_id = $1', [id]);
    expect(await refused(id, 2)).toMatchObject([{ extensions: { code: 'CURSOR_EXPIRED' } }]);
    const following = follow(client, POST_PROGRESS, { id, after: 3 });
    await mutate(service, headers(), 'updatePost', { postGroupId: id, status: 'SCHEDULED', scheduledTime: LATER });
    await eventually(async () => following.steps.length === 1 || undefined);
    expect(numbersOf(following.steps)).toEqual([4]);
    following.stop();
  });

  test('CURSOR_EXPIRED: there has been no step with that number', async () => {
    const id = await create({ platformIds: [platformId] });
    expect(await refused(id, 99_999)).toMatchObject([{ extensions: { code: 'CURSOR_EXPIRED' } }]);
  });

  test('ID_INVALID: a malformed id', async () => {
    expect(await refused('x', 0)).toMatchObject([
      { extensions: { code: 'ID_INVALID', argument: 'postGroupId', value: 'x' } },
    ]);
  });
});
