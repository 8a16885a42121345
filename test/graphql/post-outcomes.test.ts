import { newId } from '../../src/foundation/database/id.js';
import { createAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();

const OUTCOMES = `query ($bounds: [DateTime!]!) {
  postOutcomes(bounds: $bounds) {
    intervals { from published failed }
    platforms { platformKey published failed }
  }
}`;
/** Days in Vienna; the second has 25 hours. */
const DAYS = ['2026-10-23T22:00:00.000Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'];

/** A user, and a function that stores a group whose targets have parts with these statuses. */
async function withGroups() {
  const { userId, apiKey } = await createAccount(db);
  const insert = async (at: string, targets: Record<string, string[]>, status = 'published') => {
    const group = newId();
    await db.query(
      `INSERT INTO post_groups (id, user_id, content, status, processing_status, scheduled_time, platform_settings,
                                created_at, updated_at) VALUES ($1, $2, 'Hi', $3, 'finished', $4, '{}', now(), now())`,
      [group, userId, status, at],
    );
    for (const [index, [platform, parts]] of Object.entries(targets).entries()) {
      for (const [part, partStatus] of parts.entries()) {
        await db.query(
          `INSERT INTO platform_posts (id, group_id, user_id, target_index, part_index, platform, account_id, platform_id,
                                       content, status, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, '1', $6 || '-1', 'Hi', $7, now(), now())`,
          [newId(), group, userId, index, part, platform, partStatus],
        );
      }
    }
  };
  const count = (bounds: string[]) => graphql(service, { 'x-api-key': apiKey }, OUTCOMES, { bounds });
  return { insert, count };
}

test('posts are counted by outcome, in the interval in which they were due and by platform', async () => {
  const { insert, count } = await withGroups();
  await insert('2026-10-24T21:59:59.999Z', { fediverse: ['published'], microblog: ['failed'] });
  await insert('2026-10-24T22:00:00.000Z', { fediverse: ['published'] });
  await insert('2026-10-25T22:59:59.999Z', { fediverse: ['published'] });
  const { data, errors } = await count(DAYS);
  expect(errors).toBeUndefined();
  expect(data.postOutcomes).toEqual({
    intervals: [
      { from: DAYS[0], published: 1, failed: 1 },
      { from: DAYS[1], published: 2, failed: 0 },
    ],
    platforms: [
      { platformKey: 'fediverse', published: 3, failed: 0 },
      { platformKey: 'microblog', published: 0, failed: 1 },
    ],
  });
});

test('a thread is one post, and failed if a part of it has', async () => {
  const { insert, count } = await withGroups();
  await insert('2026-10-24T10:00:00.000Z', { microblog: ['published', 'published'] });
  await insert('2026-10-24T11:00:00.000Z', { microblog: ['published', 'failed', 'scheduled'] });
  const { data } = await count(DAYS.slice(0, 2));
  expect(data.postOutcomes.platforms).toEqual([{ platformKey: 'microblog', published: 1, failed: 1 }]);
});

test('posts that have not ended, drafts, other times and other users are not counted', async () => {
  const { insert, count } = await withGroups();
  await insert('2026-10-24T10:00:00.000Z', { fediverse: ['scheduled'] }, 'scheduled');
  await insert('2026-10-24T10:00:00.000Z', { fediverse: ['published', 'processing'] }, 'scheduled');
  await insert('2026-10-24T10:00:00.000Z', { fediverse: ['failed'] }, 'draft');
  await insert('2026-10-23T21:59:59.999Z', { fediverse: ['published'] });
  await insert('2026-10-25T23:00:00.000Z', { fediverse: ['published'] });
  await (await withGroups()).insert('2026-10-24T10:00:00.000Z', { fediverse: ['published'] });
  const { data } = await count(DAYS);
  expect(data.postOutcomes.platforms).toEqual([]);
  expect(data.postOutcomes.intervals).toEqual(DAYS.slice(0, 2).map((from) => ({ from, published: 0, failed: 0 })));
});

const hours = (count: number) => Array.from({ length: count }, (_, hour) => new Date(hour * 3_600_000).toISOString());

test.each([
  ['one bound', hours(1), 'bounds has 2 to 101 times'],
  ['too many bounds', hours(102), 'bounds has 2 to 101 times'],
  ['a bound twice', [DAYS[0], DAYS[0]], 'bounds are ascending'],
  ['a descending bound', [DAYS[1], DAYS[0]], 'bounds are ascending'],
  ['more than 101 days', ['2026-01-01T00:00:00Z', '2026-04-12T00:00:00.001Z'], 'bounds span at most 101 days'],
])('%s: FILTER_INVALID', async (_name, bounds, reason) => {
  const { count } = await withGroups();
  const { errors } = await count(bounds as string[]);
  expect(errors).toMatchObject([{ extensions: { code: 'FILTER_INVALID', reason } }]);
});
