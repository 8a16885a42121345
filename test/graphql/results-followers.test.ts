/** Followers in reports: of the accounts that were connected at the end of a period, in each grouping as in the total. */
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { countFollowers } from '../support/measured-posts.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api' });

const DAY = 86_400_000;
/** In so many days from today, in UTC. */
const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const REPORT = `query ($filter: MetricsFilter!, $groupBy: MetricsGrouping) { metrics(filter: $filter, groupBy: $groupBy) {
  total { posts followers followersChange } groups { key name total { posts followers followersChange } } } }`;

let account: TestAccount;
beforeEach(async () => {
  account = await createAccount(db, { connected: ['network-1', 'network-2', 'skyfeed-1'] });
});

async function report(from: number, to: number, groupBy: string | null = null) {
  const filter = { from: day(from), to: day(to), timeZone: 'UTC' };
  const { data, errors } = await graphql(service, { 'x-api-key': account.apiKey }, REPORT, { filter, groupBy });
  expect(errors).toBeUndefined();
  return data.metrics;
}
/** Its followers on each of these days: one more each time. */
async function count(platformId: string, days: readonly number[], first = 100) {
  for (const [index, one] of days.entries()) {
    await countFollowers(db, { userId: account.userId, platformId, day: day(one), followers: first + index });
  }
}
async function disconnect(platformId: string): Promise<void> {
  const query = 'mutation ($input: DisconnectAccountInput!) { disconnectAccount(input: $input) { platformId } }';
  const { errors } = await graphql(service, await account.session(), query, { input: { platformId } });
  expect(errors).toBeUndefined();
}
const followers = async (from: number, to: number) => (await report(from, to)).total.followers;

test('a disconnected account counts in periods that ended before', async () => {
  await count('network-1', [-20, -19, -18, -17, -16, -15]);
  await count('skyfeed-1', [-20, 0], 7);
  expect(await followers(-30, 1)).toBe(105 + 8);
  await disconnect('network-1');
  // Its last reading was 15 days ago.
  expect(await followers(-30, 1)).toBe(8);
  expect(await followers(-30, -10)).toBe(7);
  expect(await followers(-30, -14)).toBe(105 + 7);
  expect(await followers(-30, -16)).toBe(103 + 7);
});

test('with nothing connected, the current period has no followers, and the one before has them', async () => {
  await count('skyfeed-1', [-2, -1, 0]);
  await disconnect('skyfeed-1');
  expect(await followers(-30, 1)).toBeNull();
  expect(await followers(-30, 30)).toBeNull();
  expect(await followers(-30, -1)).toBe(100);
});

test.each(['PLATFORM', 'ACCOUNT'])('by %s, they add up to the total without posts', async (groupBy) => {
  await count('network-1', [-9, -1], 10);
  await count('network-2', [-9, -1], 20);
  await count('skyfeed-1', [-9, -1], 40);
  await disconnect('network-2');
  const { total, groups } = await report(-9, 0, groupBy);
  expect(total).toEqual({ posts: 0, followers: 11 + 21 + 41, followersChange: 3 });
  const sum = groups.reduce((all: number, group: { total: { followers: number } }) => all + group.total.followers, 0);
  expect(sum).toBe(total.followers);
  const shown = groups.map(({ key, name }: { key: string; name: string }) => [key, name !== '']);
  expect(shown).toEqual(
    groupBy === 'PLATFORM'
      ? [
          ['network', true],
          ['skyfeed', true],
        ]
      : [
          ['network-1', true],
          ['network-2', false],
          ['skyfeed-1', true],
        ],
  );
  expect((await report(-9, 0, 'DAY')).groups).toEqual([]);
});
