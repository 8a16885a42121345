/** A signature that is set while posts for its account are stored: what is committed second sees the other. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { connectTargets, createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ env: { GRAPHQL_POINTS_PER_MINUTE: '1000000' } });

const ROUNDS = 100;
/** A post on messenger has room for 4 characters of a signature and the blank line before it, not for 6. */
const LONG = 'x'.repeat(4_092);
const LATER = '2099-01-01T00:00:00Z';

const SET_SIGNATURE = 'mutation ($input: SetSignatureInput!) { setSignature(input: $input) { account { id } } }';
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }';
const DUPLICATE = 'mutation ($input: DuplicatePostInput!) { duplicatePost(input: $input) { postGroup { id } } }';
const DELETE = 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }';

interface Scene {
  platformId: string;
  accountId: string;
  run(query: string, input: object): ReturnType<typeof graphql>;
}

async function sceneOf(account: TestAccount, headers: Record<string, string>, userId: string): Promise<Scene> {
  const [connection] = await db.query<{ id: string; platformId: string }>(
    'SELECT id, platform_id AS "platformId" FROM connections WHERE user_id = $1',
    [userId],
  );
  const { id: accountId = '', platformId = '' } = connection ?? {};
  const all = { 'x-api-key': account.apiKey, ...headers };
  return { accountId, platformId, run: (query, input) => graphql(service, all, query, { input }) as never };
}

/** Stores a post while the signature is set, at slightly different moments. Returns what was accepted. */
async function round(
  { run, accountId }: Scene,
  number: number,
  store: () => ReturnType<Scene['run']>,
): Promise<{ stored: boolean; signed: boolean; id?: string }> {
  const shift = (number % 15) - 5;
  const [stored, signed] = await Promise.all([
    setTimeout(Math.max(0, -shift)).then(store),
    setTimeout(Math.max(0, shift)).then(() => run(SET_SIGNATURE, { accountId, text: 'ACME' })),
  ]);
  const codes = [stored, signed].flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.code));
  for (const code of codes) expect(['VALIDATION_FAILED', 'SCHEDULED_POSTS_INVALID']).toContain(code);
  const [done] = Object.values(stored.data ?? {}) as ({ postGroup: { id: string } } | null)[];
  await run(SET_SIGNATURE, { accountId, text: null });
  return { stored: !stored.errors, signed: !signed.errors, ...(done && { id: done.postGroup.id }) };
}

async function race(scene: Scene, rounds: number, store: (number: number) => ReturnType<Scene['run']>) {
  const outcomes = { both: 0, stored: 0, signed: 0, neither: 0 };
  for (let number = 0; number < rounds; number += 1) {
    const { stored, signed, id } = await round(scene, number, () => store(number));
    outcomes[stored && signed ? 'both' : stored ? 'stored' : signed ? 'signed' : 'neither'] += 1;
    if (id) await scene.run(DELETE, { postGroupId: id });
  }
  return outcomes;
}

const FEED_ROW = {
  template: `${'x'.repeat(1_990)} {{link}}`,
  ...{
    name: 'Blog',
    url: 'https://example.com/feed',
    schedule: 'NEXT_FREE',
    filter: '{}',
    daily_max: 5,
    label_ids: [],
  },
  ...{ program_may_publish: true, attaches_images: false, state: 'PAUSED', failures: 0 },
  ...{ next_fetch_at: new Date(), created_at: new Date(), updated_at: new Date() },
};

const PLAN = { connected: ['messenger-1'] } as const;

test('a post that is created has room for the signature, or the signature is refused', async () => {
  const account = await createAccount(db, PLAN);
  const scene = await sceneOf(account, {}, account.userId);
  const post = { content: LONG, platformIds: [scene.platformId] };
  const outcomes = await race(scene, ROUNDS, () => scene.run(CREATE, { post, scheduledTime: LATER }));
  expect(outcomes).toMatchObject({ both: 0, neither: 0 });
  expect(outcomes.stored).toBeGreaterThan(0);
  expect(outcomes.signed).toBeGreaterThan(0);
});

test('the same of a post that is copied', async () => {
  const account = await createAccount(db, PLAN);
  const scene = await sceneOf(account, {}, account.userId);
  const post = { content: LONG, platformIds: [scene.platformId] };
  const draft = (await scene.run(CREATE, { post })).data.createPost.postGroup.id;
  const outcomes = await race(scene, ROUNDS, () => scene.run(DUPLICATE, { postGroupId: draft, scheduledTime: LATER }));
  expect(outcomes).toMatchObject({ both: 0, neither: 0 });
});

test('the same of a post that is edited', async () => {
  const account = await createAccount(db, PLAN);
  const scene = await sceneOf(account, {}, account.userId);
  const outcomes = { both: 0, stored: 0, signed: 0 };
  const post = { content: 'Short', platformIds: [scene.platformId] };
  const id = (await scene.run(CREATE, { post, scheduledTime: LATER })).data.createPost.postGroup.id;
  for (let number = 0; number < ROUNDS; number += 1) {
    const store = () => scene.run(UPDATE, { postGroupId: id, content: LONG });
    const { stored, signed } = await round(scene, number, store);
    expect(stored || signed).toBe(true);
    outcomes[stored && signed ? 'both' : stored ? 'stored' : 'signed'] += 1;
    await scene.run(UPDATE, { postGroupId: id, content: 'Short' });
  }
  expect(outcomes.both).toBe(0);
  expect(outcomes.stored).toBeGreaterThan(0);
  expect(outcomes.signed).toBeGreaterThan(0);
});

test('the same of a managed user, whose posts are stored under the lock of the account that manages it', async () => {
  const account = await createAccount(db, { workspaceAccess: true });
  const userId = await account.manage();
  await connectTargets(db, userId, ['messenger-1']);
  const scene = await sceneOf(account, { 'x-service-user-id': userId }, userId);
  const post = { content: LONG, platformIds: [scene.platformId] };
  const outcomes = await race(scene, ROUNDS, () => scene.run(CREATE, { post, scheduledTime: LATER }));
  expect(outcomes).toMatchObject({ both: 0, neither: 0 });
});

describe('other saved texts that would be too long with the signature', () => {
  let scene: Scene;
  let account: TestAccount;
  beforeEach(async () => {
    account = await createAccount(db, PLAN);
    scene = await sceneOf(account, {}, account.userId);
  });

  const refusal = async (text = 'ACME') => {
    const { errors } = await scene.run(SET_SIGNATURE, { accountId: scene.accountId, text });
    return errors?.[0]?.extensions;
  };

  test('of a recurring post, also one that is not used yet', async () => {
    const { run, platformId } = scene;
    const post = { content: 'Short', platformIds: [platformId] };
    const postGroupId = (await run(CREATE, { post })).data.createPost.postGroup.id;
    const repeat =
      'mutation ($input: CreateRecurrenceInput!) { createRecurrence(input: $input) { recurrence { id } } }';
    const startsAt = new Date(Date.now() + 86_400_000).toISOString();
    const input = { postGroupId, rule: 'FREQ=DAILY', timeZone: 'UTC', startsAt, texts: ['Other', LONG] };
    const { id } = (await run(repeat, input)).data.createRecurrence.recurrence;
    expect(await refusal()).toMatchObject({
      ...{ code: 'SCHEDULED_POSTS_INVALID', count: 1, postGroupIds: [], recurrenceIds: [id], feedIds: [] },
    });
    expect(await refusal('A')).toBeUndefined();
  });

  test('of a post that waits in the queue of a paused schedule', async () => {
    const { run, platformId } = scene;
    const create =
      'mutation ($input: CreatePostingScheduleInput!) { createPostingSchedule(input: $input) { postingSchedule { id } } }';
    const times = [{ weekday: 'MONDAY', time: '09:00' }];
    const scheduleId = (await run(create, { name: 'Weekly', timeZone: 'UTC', times })).data.createPostingSchedule
      .postingSchedule.id;
    const post = { content: LONG, platformIds: [platformId] };
    const { id } = (await run(CREATE, { post, schedule: scheduleId })).data.createPost.postGroup;
    const pause = 'mutation ($input: PauseScheduleInput!) { pauseSchedule(input: $input) { drafts } }';
    expect((await run(pause, { scheduleId, paused: true })).data.pauseSchedule).toEqual({ drafts: 1 });
    expect(await refusal()).toMatchObject({ code: 'SCHEDULED_POSTS_INVALID', count: 1, postGroupIds: [id] });
  });

  test('of a feed whose template leaves no room', async () => {
    const { userId, apiKey } = await createAccount(db, { ...PLAN, connected: ['photogram-1'] });
    scene = await sceneOf({ ...account, apiKey }, {}, userId);
    const feed = { ...FEED_ROW, id: randomBytes(12).toString('hex'), user_id: userId, platform_ids: ['photogram-1'] };
    await db.query(
      `INSERT INTO feeds (${Object.keys(feed).join(', ')})
       VALUES (${Object.keys(feed)
         .map((_, index) => `$${index + 1}`)
         .join(', ')})`,
      Object.values(feed),
    );
    const long = 's'.repeat(200);
    expect(await refusal(long)).toMatchObject({
      ...{ code: 'SCHEDULED_POSTS_INVALID', count: 1, recurrenceIds: [], feedIds: [feed.id] },
    });
    // Entries of a feed that makes drafts are validated when people schedule them.
    await db.query('UPDATE feeds SET schedule = NULL WHERE id = $1', [feed.id]);
    expect(await refusal(long)).toBeUndefined();
  });
});
