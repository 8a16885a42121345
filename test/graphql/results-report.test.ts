/** Reports of what posts achieved: equal to a plain model of generated posts, in every grouping, also where clocks change. */
import fc from 'fast-check';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { codeBlocks } from '../support/documents.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { type StoredPart, SUM, storeParts, VALUES, type Values } from './results.js';

const DAY = 86_400_000;
const GROUPINGS = ['PLATFORM', 'ACCOUNT', 'LABEL', 'AUTHOR', 'DAY', 'WEEK', 'MONTH'] as const;
const METRICS = 'impressions reach views reactions comments shares clicks saves watchSeconds'.split(' ');
const ENGAGING = ['reactions', 'comments', 'shares', 'clicks', 'saves'];
const ACCOUNTS = ['network-1', 'network-2', 'skyfeed-1'];

let db: TestDatabase;
let api: Service;
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  api = await startService({ db, roles: 'api' });
});
beforeEach(async () => {
  account = await createAccount(db, { connected: ['network-1', 'skyfeed-1'] });
});
afterAll(async () => {
  await api?.stop();
  await db?.drop();
});

const read = (query: string, variables: object, of = account) =>
  graphql(api, { 'x-api-key': of.apiKey }, query, { ...variables });
const add = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

// The model: what a person would do with a list of posts and a calendar.

type Sums = Record<string, number | null>;
interface Sum {
  posts: number;
  measuredPosts: number;
  values: Sums;
}
function sumOf(parts: readonly StoredPart[]): Sum {
  const given = (name: string) =>
    parts.flatMap(({ values }) => {
      if (name !== 'engagements') return values?.[name as keyof Values] ?? [];
      const engaging = ENGAGING.flatMap((one) => values?.[one as keyof Values] ?? []);
      return engaging.length > 0 ? engaging.reduce((sum, value) => sum + value) : [];
    });
  const values = [...METRICS, 'engagements'].map((name) => {
    const all = given(name);
    const isUnknown = all.length === 0 || (name === 'reach' && all.length > 1);
    return [name, isUnknown ? null : all.reduce((sum, value) => sum + value)];
  });
  const threadsOf = (some: readonly StoredPart[]) =>
    new Set(some.map(({ groupId, platformId }) => `${groupId} ${platformId}`)).size;
  const measuredPosts = threadsOf(parts.filter((part) => part.values !== null));
  return { posts: threadsOf(parts), measuredPosts, values: Object.fromEntries(values) };
}

const localOf = (at: Date, timeZone: string) => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...({ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: 'numeric' } as const),
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { day: `${part('year')}-${part('month')}-${part('day')}`, hour: Number(part('hour')) };
};

function intervalOf(day: string, grouping: 'DAY' | 'WEEK' | 'MONTH'): string {
  if (grouping === 'MONTH') return `${day.slice(0, 8)}01`;
  return grouping === 'DAY' ? day : add(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** A calendar month is compared with the month before, anything else with as many days. */
function comparisonOf(from: string, to: string) {
  const monthLater = (day: string, months: number) => {
    const [year = 0, month = 1] = day.split('-').map(Number);
    return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  };
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  if (!from.endsWith('-01') || to !== monthLater(from, 1)) {
    return { first: add(from, -days), counterpart: (day: string) => add(day, days), has: () => true };
  }
  const sameOf = (day: string) => `${from.slice(0, 8)}${day.slice(8)}`;
  // 31 February is written in March.
  const has = (day: string) => add(sameOf(day), 0) < to;
  return {
    ...{ first: monthLater(from, -1), has },
    counterpart: (day: string) => (has(day) ? sameOf(day) : add(to, -1)),
  };
}

// Generated posts, some with several accounts, parts, labels and no numbers.

const count = fc.integer({ min: 0, max: 1_000 });
const values = fc.option(
  fc.record(Object.fromEntries(METRICS.map((name) => [name, count])), { requiredKeys: [] }) as fc.Arbitrary<Values>,
  { freq: 4 },
);
const post = fc.record({
  /** Hours from the begin of the period. */
  hours: fc.double({ min: -32 * 24, max: 32 * 24, noNaN: true }),
  /** Hours by which each part of a thread is later than the one before. */
  later: fc.constantFrom(0, 1, 30, 300),
  targets: fc.uniqueArray(
    fc.record({ of: fc.constantFrom(...ACCOUNTS), parts: fc.array(values, { minLength: 1, maxLength: 3 }) }),
    {
      minLength: 1,
      maxLength: 2,
      selector: ({ of }) => of,
    },
  ),
  labels: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
  author: fc.option(fc.integer({ min: 0, max: 1 })),
});
const scenario = fc.record({
  timeZone: fc.constantFrom(
    'UTC',
    'CET',
    'America/St_Johns',
    'Pacific/Auckland',
    'Australia/Lord_Howe',
    'America/Havana',
  ),
  // Clocks change within each.
  period: fc.oneof(
    fc.record({
      from: fc.constantFrom('2026-03-20', '2026-10-18', '2026-03-31', '2026-04-01'),
      days: fc.integer({ min: 1, max: 25 }),
    }),
    fc.constantFrom(
      { from: '2026-03-01', days: 31 },
      { from: '2026-02-01', days: 28 },
      { from: '2024-02-01', days: 29 },
      { from: '2026-11-01', days: 30 },
    ),
  ),
  posts: fc.array(post, { minLength: 1, maxLength: 12 }),
  platforms: fc.option(fc.constant(['NETWORK'])),
  labels: fc.option(fc.constantFrom([0], [1, 2])),
  authors: fc.option(fc.constant([1]), { freq: 1 }),
});

const REPORTS = `query ($filter: MetricsFilter!) { ${[...GROUPINGS]
  .map(
    (grouping) =>
      `${grouping}: metrics(filter: $filter, groupBy: ${grouping}, compare: true) { total { ...s } previous { ...s } comparedWith { from to } groups { key total { ...s } previous { ...s } } }`,
  )
  .join(' ')} }
  fragment s on MetricsSum { posts measuredPosts ${VALUES} }`;

it('every grouping has the sums of a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ timeZone, period: { from, days }, posts, ...filters }) => {
      const of = await createAccount(db);
      const to = add(from, days);
      const begin = Date.parse(from);
      const [labelIds, authorIds] = [[0, 1, 2].map(() => newId()), [0, 1].map(() => newId())];
      await db.query(
        `INSERT INTO labels (id, user_id, name, name_key, color, created_at)
         SELECT id, $1, 'Label ' || n, 'label ' || n, 'blue', now() FROM unnest($2::text[]) WITH ORDINALITY AS l(id, n)`,
        [of.userId, labelIds],
      );
      const authors = new Map<string, string>();
      const labelsOf = new Map<string, string[]>();
      const parts = posts.flatMap(({ hours, later, targets, labels, author }): StoredPart[] => {
        const groupId = newId();
        labelsOf.set(
          groupId,
          labels.map((index) => labelIds[index] ?? ''),
        );
        if (author !== null) authors.set(groupId, authorIds[author] ?? '');
        const at = (partIndex: number) => new Date(begin + Math.round((hours + partIndex * later) * 3_600_000));
        return targets.flatMap(({ of: platformId, parts: all }) =>
          all.map((given, partIndex) => ({
            groupId,
            platformId,
            partIndex,
            publishedAt: at(partIndex),
            values: given,
          })),
        );
      });
      await storeParts(db, of, parts, authors);
      await db.query(
        'INSERT INTO group_labels (label_id, group_id) SELECT * FROM jsonb_to_recordset($1::jsonb) AS l(l text, g text)',
        [JSON.stringify([...labelsOf].flatMap(([g, all]) => all.map((l) => ({ l, g }))))],
      );
      const filter = {
        ...{ from, to, timeZone, platforms: filters.platforms },
        labelIds: filters.labels?.map((index) => labelIds[index]),
        authorIds: filters.authors?.map((index) => authorIds[index]),
      };
      const matching = parts.filter(
        ({ groupId, platformId }) =>
          (!filter.platforms || platformId.startsWith('network')) &&
          (!filter.labelIds || filter.labelIds.some((id) => id && labelsOf.get(groupId)?.includes(id))) &&
          (!filter.authorIds || filter.authorIds.includes(authors.get(groupId))),
      );
      const firstOf = ({ groupId, platformId }: StoredPart) =>
        parts.find((one) => one.groupId === groupId && one.platformId === platformId);
      const dayOf = (part: StoredPart) => localOf((firstOf(part) ?? part).publishedAt, timeZone).day;
      const current = matching.filter((part) => dayOf(part) >= from && dayOf(part) < to);
      const before = comparisonOf(from, to);
      const previous = matching.filter((part) => dayOf(part) >= before.first && dayOf(part) < from);
      const keysOf = (part: StoredPart, grouping: (typeof GROUPINGS)[number], isBefore = false): string[] => {
        if (grouping === 'PLATFORM') return [part.platformId.split('-')[0] ?? ''];
        if (grouping === 'ACCOUNT') return [part.platformId];
        if (grouping === 'AUTHOR') return [authors.get(part.groupId) ?? ''];
        if (grouping !== 'LABEL') {
          const day = dayOf(part);
          if (isBefore && grouping === 'DAY' && !before.has(day)) return [];
          return [intervalOf(isBefore ? before.counterpart(day) : day, grouping)];
        }
        const all = (labelsOf.get(part.groupId) ?? []).filter((id) => filter.labelIds?.includes(id) ?? true);
        return all.length > 0 ? all : [''];
      };

      const { data, errors } = await read(REPORTS, { filter }, of);
      expect(errors).toBeUndefined();
      for (const grouping of GROUPINGS) {
        const keys = new Set([
          ...current.flatMap((part) => keysOf(part, grouping)),
          ...previous.flatMap((part) => keysOf(part, grouping, true)),
        ]);
        const groups = [...keys].map((key) => ({
          key,
          total: sumOf(current.filter((part) => keysOf(part, grouping).includes(key))),
          previous: sumOf(previous.filter((part) => keysOf(part, grouping, true).includes(key))),
        }));
        const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);
        const found = { ...data[grouping], groups: data[grouping].groups.toSorted(byKey) };
        expect({ grouping, ...found }).toEqual({
          ...{ grouping, total: sumOf(current), previous: sumOf(previous) },
          comparedWith: { from: before.first, to: from },
          groups: groups.toSorted(byKey),
        });
      }
    }),
    { numRuns: 15 },
  );
});

const inJune = (n: number, values: Values | null, more: Partial<StoredPart> = {}): StoredPart => ({
  ...{ groupId: newId(), platformId: 'network-1', partIndex: 0, values },
  publishedAt: new Date(Date.UTC(2026, 5, n, 9)),
  ...more,
});
const JUNE = { from: '2026-06-01', to: '2026-07-01', timeZone: 'UTC' };

it('groups have names, and are ordered by engagements or by time', async () => {
  const label = newId();
  const labelled = inJune(2, { reactions: 1 });
  await storeParts(
    db,
    account,
    [labelled, inJune(9, { reactions: 5 }, { platformId: 'skyfeed-1' })],
    new Map([[labelled.groupId, account.personId]]),
  );
  await db.query(
    `INSERT INTO labels (id, user_id, name, name_key, color, created_at) VALUES ($1, $2, 'Launch', 'launch', 'blue', now())`,
    [label, account.userId],
  );
  await db.query('INSERT INTO group_labels (label_id, group_id) VALUES ($1, $2)', [label, labelled.groupId]);
  await db.query(`UPDATE people SET name = 'Ada' WHERE id = $1`, [account.personId]);
  const namesBy = async (groupBy: string) => {
    const query = `query ($filter: MetricsFilter!, $groupBy: MetricsGrouping) { metrics(filter: $filter, groupBy: $groupBy) {
      previous { posts } groups { key name total { posts } previous { posts } } } }`;
    const { data } = await read(query, { filter: JUNE, groupBy });
    expect(data.metrics.previous).toBeNull();
    return data.metrics.groups.map(({ key, name }: Record<string, string>) => [key, name]);
  };
  expect(await namesBy('PLATFORM')).toEqual([
    ['skyfeed', 'skyfeed'],
    ['network', 'network'],
  ]);
  expect((await namesBy('ACCOUNT')).map(([key]: string[]) => key)).toEqual(['skyfeed-1', 'network-1']);
  expect(await namesBy('LABEL')).toEqual([
    ['', ''],
    [label, 'Launch'],
  ]);
  expect(await namesBy('AUTHOR')).toEqual([
    ['', ''],
    [account.personId, 'Ada'],
  ]);
  expect(await namesBy('DAY')).toEqual([
    ['2026-06-02', '2026-06-02'],
    ['2026-06-09', '2026-06-09'],
  ]);
});

it('followers are those at the end of the period, and how they changed', async () => {
  await db.query(
    `INSERT INTO account_metrics (user_id, platform_id, platform, day, followers, posts, own)
     SELECT $1, id, split_part(id, '-', 1), day::date, followers, NULL, '{}'
       FROM (VALUES ('network-1', '2026-05-31', 100), ('network-1', '2026-06-10', 130), ('network-1', '2026-06-30', 120),
                    ('network-1', '2026-07-01', 900), ('network-1', '2026-05-01', 90),
                    ('skyfeed-1', '2026-06-03', 10), ('skyfeed-1', '2026-06-20', 15)) AS v(id, day, followers)`,
    [account.userId],
  );
  const query = `query ($filter: MetricsFilter!, $groupBy: MetricsGrouping) { metrics(filter: $filter, groupBy: $groupBy, compare: true) {
    total { followers followersChange } previous { followers followersChange } groups { key total { followers } } } }`;
  await storeParts(db, account, [inJune(2, { reactions: 1 })]);
  const { data } = await read(query, { filter: JUNE, groupBy: 'ACCOUNT' });
  expect(data.metrics).toEqual({
    total: { followers: 135, followersChange: 20 + 5 },
    previous: { followers: 100, followersChange: 10 },
    groups: [
      { key: 'network-1', total: { followers: 120 } },
      { key: 'skyfeed-1', total: { followers: 15 } },
    ],
  });
  const byLabel = await read(query, { filter: { ...JUNE, labelIds: [newId()] } });
  expect(byLabel.data.metrics.total).toEqual({ followers: null, followersChange: null });
});

it('top posts are those with the most, threads together, and none without the metric', async () => {
  const thread = newId();
  const parts = [
    inJune(1, { reactions: 5, impressions: 900 }),
    inJune(2, { reactions: 2 }, { groupId: thread }),
    inJune(2, { reactions: 4, reach: 7 }, { groupId: thread, partIndex: 1 }),
    inJune(3, { views: 7 }),
    inJune(4, null),
    inJune(5, { reactions: 0 }),
  ];
  await storeParts(db, account, parts);
  const query = `query ($filter: MetricsFilter!, $by: PostMetric, $first: Int) { topPosts(filter: $filter, by: $by, first: $first) {
    post { partIndex } postGroup { id } ${VALUES} } }`;
  const { data } = await read(query, { filter: JUNE });
  const shown = data.topPosts.map(({ post: { partIndex }, postGroup: { id }, values: { reactions, reach } }: never) => [
    id,
    partIndex,
    reactions,
    reach,
  ]);
  expect(shown).toEqual([
    [thread, 0, 6, 7],
    [parts[0]?.groupId, 0, 5, null],
    [parts[5]?.groupId, 0, 0, null],
  ]);
  const byViews = await read(query, { filter: JUNE, by: 'VIEWS', first: 1 });
  expect(byViews.data.topPosts.map(({ postGroup }: never) => (postGroup as { id: string }).id)).toEqual([
    parts[3]?.groupId,
  ]);
  const tooMany = await read(query, { filter: JUNE, first: 51 });
  expect(tooMany.errors?.[0]?.extensions.code).toBe('PAGE_INVALID');
});

const BEST = `query ($filter: MetricsFilter!) { bestTimes(filter: $filter) { posts isEnough needed timeZone
  hours { weekday hour posts average confidence } proposals { weekday hour posts } } }`;

it('best times need 30 posts over 3 weeks, and lean to the average', async () => {
  const at = (day: number, hour: number) => ({ publishedAt: new Date(Date.UTC(2026, 5, day, hour)) });
  // June 2026 begins on a Monday. Tuesdays at 10 do well; a single post on a Sunday did best of all.
  const usual = Array.from({ length: 24 }, (_, n) => inJune(1 + n, { reactions: 10 }, at(1 + n, 15)));
  const good = [2, 9, 16, 23].flatMap((day) => [0, 1].map(() => inJune(day, { reactions: 40 }, at(day, 10))));
  await storeParts(db, account, usual.slice(0, 20));
  const few = await read(BEST, { filter: JUNE });
  expect(few.data.bestTimes).toMatchObject({ posts: 20, isEnough: false, needed: 30, timeZone: 'UTC', proposals: [] });
  await storeParts(db, account, [...usual.slice(20), ...good, inJune(7, { reactions: 60 }, at(7, 3)), inJune(8, null)]);
  const { data } = await read(BEST, { filter: JUNE });
  const { posts, isEnough, hours, proposals } = data.bestTimes;
  expect({ posts, isEnough }).toEqual({ posts: 33, isEnough: true });
  expect(proposals[0]).toEqual({ weekday: 'TUESDAY', hour: 10, posts: 8 });
  const mean = (24 * 10 + 8 * 40 + 60) / 33;
  const lucky = hours.find(({ hour }: { hour: number }) => hour === 3);
  expect(lucky).toMatchObject({ weekday: 'SUNDAY', posts: 1, confidence: 1 / 6 });
  expect(lucky.average).toBeCloseTo((60 + 5 * mean) / 6, 9);
  const inTokyo = await read(BEST, { filter: { ...JUNE, timeZone: 'Asia/Tokyo' } });
  expect(inTokyo.data.bestTimes.proposals[0]).toEqual({ weekday: 'TUESDAY', hour: 19, posts: 8 });
});

it('best times have their own days, up to the end of the filter', async () => {
  await storeParts(db, account, [
    inJune(2, { reactions: 1 }, { publishedAt: new Date(Date.UTC(2026, 3, 2)) }),
    inJune(2, { reactions: 1 }, { publishedAt: new Date(Date.UTC(2026, 3, 1)) }),
    inJune(30, { reactions: 1 }),
    inJune(2, { reactions: 1 }, { publishedAt: new Date(Date.UTC(2026, 6, 1)) }),
  ]);
  const query = `query ($filter: MetricsFilter!, $days: Int) {
    bestTimes(filter: $filter, days: $days) { posts period { from to } } }`;
  const lastDay = { ...JUNE, from: '2026-06-30' };
  expect((await read(query, { filter: lastDay })).data.bestTimes).toEqual({
    ...{ posts: 2, period: { from: '2026-04-02', to: '2026-07-01' } },
  });
  expect((await read(query, { filter: lastDay, days: 1 })).data.bestTimes.posts).toBe(1);
  expect((await read(query, { filter: lastDay, days: 366 })).data.bestTimes.posts).toBe(3);
  for (const days of [0, 367, -(2 ** 31)]) {
    expect((await read(query, { filter: lastDay, days })).errors?.[0]?.extensions.code).toBe('FILTER_INVALID');
  }
});

it('a post that went to several accounts is one in best times, with their average', async () => {
  const groupId = newId();
  const parts = [10, 30].map((reactions, index) =>
    inJune(2, { reactions }, { groupId, platformId: `microblog-${index}` }),
  );
  await storeParts(db, account, parts);
  const { data } = await read(BEST, { filter: JUNE });
  expect(data.bestTimes).toMatchObject({ posts: 1, hours: [{ posts: 1, average: 20 }] });
});

it('a filter is bounded', async () => {
  const query = `query ($filter: MetricsFilter!) { metrics(filter: $filter) { total { ${SUM} } } }`;
  const codeOf = async (more: object) =>
    (await read(query, { filter: { ...JUNE, ...more } })).errors?.[0]?.extensions.code;
  expect(await codeOf({ to: '2026-06-01' })).toBe('FILTER_INVALID');
  expect(await codeOf({ to: '2027-06-03' })).toBe('FILTER_INVALID');
  expect(await codeOf({ to: '2027-06-02' })).toBeUndefined();
  expect(await codeOf({ from: '0001-01-01', to: '0001-01-09' })).toBe('FILTER_INVALID');
  expect(await codeOf({ timeZone: 'Mars/Base' })).toBe('TIME_ZONE_INVALID');
  expect(await codeOf({ platformIds: ['nothing'] })).toBe('PLATFORM_ID_INVALID');
  expect(await codeOf({ labelIds: ['x'] })).toBe('ID_INVALID');
  expect(await codeOf({ authorIds: Array.from({ length: 201 }, () => newId()) })).toBe('FILTER_INVALID');
});

it('the days of an account are bounded', async () => {
  const query =
    'query ($to: LocalDate, $from: LocalDate) { connectedAccounts { edges { node { metrics(from: $from, to: $to) { state } } } } }';
  const codeOf = async (given: object) => (await read(query, given)).errors?.[0]?.extensions.code;
  expect(await codeOf({})).toBeUndefined();
  expect(await codeOf({ to: '0000-01-01' })).toBe('FILTER_INVALID');
  expect(await codeOf({ to: '9999-12-31' })).toBe('FILTER_INVALID');
  expect(await codeOf({ from: '2025-01-01', to: '2026-06-01' })).toBe('FILTER_INVALID');
});

it('another account reads nothing of it', async () => {
  await storeParts(db, account, [inJune(2, { reactions: 1 })]);
  const other = await createAccount(db);
  const query = `query ($filter: MetricsFilter!) { metrics(filter: $filter) { total { posts } } topPosts(filter: $filter) { post { id } } bestTimes(filter: $filter) { posts } }`;
  const { data } = await read(query, { filter: JUNE }, other);
  expect(data).toEqual({ metrics: { total: { posts: 0 } }, topPosts: [], bestTimes: { posts: 0 } });
});

it('the examples of the guide run', async () => {
  const part = inJune(2, { impressions: 9, reactions: 1 });
  await storeParts(db, account, [part]);
  const blocks = codeBlocks('docs/guides/results.md');
  const examples = blocks.filter(({ language }) => language === 'graphql');
  const [variables] = blocks.filter(({ language }) => language === 'json');
  const given = { id: part.groupId, ...JSON.parse(variables?.code ?? '') };
  const [post, accounts, report] = await Promise.all(examples.map(({ code }) => read(code, given)));
  expect([post?.errors, accounts?.errors, report?.errors]).toEqual(Array(3).fill(undefined));
  expect(post?.data.postGroup.metrics.values).toEqual({ impressions: 9, engagements: 1 });
  expect(accounts?.data.connectedAccounts.edges).toHaveLength(2);
  expect(report?.data.metrics.total.values.engagements).toBe(1);
});
