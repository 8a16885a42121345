/** The command for what posts have achieved. */
import { InvalidArgumentError } from 'commander';
import type { MetricsGrouping, MetricsReport, PostMetric } from '../../typescript/src/index.js';
import type { Context, Outcome } from './commands.js';
import { labelIdsOf, platformIdsOf } from './inputs.js';
import { excerpt } from './terminal.js';
import { UsageError } from './usage-error.js';

export interface ResultOptions {
  from?: string;
  to?: string;
  zone?: string;
  account?: string[];
  label?: string[];
  by: PostMetric;
  groupBy?: MetricsGrouping;
  top: number;
  posts?: boolean;
  csv?: boolean;
}

const DAY_MS = 86_400_000;
const EXCERPT = 60;
const METRICS = {
  IMPRESSIONS: 'impressions',
  REACH: 'reach',
  VIEWS: 'views',
  REACTIONS: 'reactions',
  COMMENTS: 'comments',
  SHARES: 'shares',
  CLICKS: 'clicks',
  SAVES: 'saves',
  WATCH_SECONDS: 'watchSeconds',
  ENGAGEMENTS: 'engagements',
} satisfies Record<PostMetric, keyof MetricsReport['total']['values']>;
const GROUPINGS = Object.keys({
  PLATFORM: true,
  ACCOUNT: true,
  LABEL: true,
  AUTHOR: true,
  DAY: true,
  WEEK: true,
  MONTH: true,
} satisfies Record<MetricsGrouping, true>);

/** An option with a fixed set of values, as people write them. */
const oneOf =
  <Value extends string>(known: readonly string[]) =>
  (given: string): Value => {
    const value = given.toUpperCase().replaceAll('-', '_');
    if (known.includes(value)) return value as Value;
    const names = known.map((name) => name.toLowerCase().replaceAll('_', '-'));
    throw new InvalidArgumentError(`${given} is none of ${names.join(', ')}.`);
  };
export const toMetric = oneOf<PostMetric>(Object.keys(METRICS));
export const toGrouping = oneOf<MetricsGrouping>(GROUPINGS);

export async function results(context: Context, options: ResultOptions): Outcome {
  const { client, terminal, json, signal } = context;
  const { by, groupBy, top, posts = false, csv = false } = options;
  if (csv && json) throw new UsageError('--csv excludes --json and --jq.');
  const filter = await filterOf(context, options);
  if (csv) await printCsv(context, filter);
  else if (posts) await listPosts(context, filter, by);
  else {
    const found = await client.results.read({ filter, groupBy, by, top, compare: true, signal });
    if (json) terminal.json(found);
    else show(context, found, by);
  }
  return true;
}

/** Without days: the month before this one. */
async function filterOf({ client, signal }: Context, { from, to, zone, account, label }: ResultOptions) {
  const end = to ?? (from === undefined ? monthOf(new Date(), 0) : dayOf(new Date(Date.now() + DAY_MS)));
  const begin = from ?? (to === undefined ? monthOf(new Date(), -1) : undefined);
  if (begin === undefined) throw new UsageError('--to needs --from.');
  return {
    ...{ from: begin, to: end, timeZone: zone },
    ...(account && { platformIds: await platformIdsOf(client, account, signal) }),
    ...(label && { labelIds: await labelIdsOf(client, label, signal) }),
  };
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
/** The first day of a month, so many months from this one. */
const monthOf = (now: Date, months: number): string =>
  dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)));

/** Both ends inclusive. */
const daysIn = ({ from, to }: { from: string; to: string }): string =>
  `${from} to ${dayOf(new Date(Date.parse(to) - DAY_MS))}`;

type Filter = Awaited<ReturnType<typeof filterOf>>;
const shown = (value: number | null): string => (value === null ? '-' : String(value));

async function printCsv({ client, terminal, signal }: Context, filter: Filter): Promise<void> {
  for await (const piece of client.results.csv({ filter, signal })) {
    // The terminal ends each text with a line break.
    if (piece !== '') terminal.lines([piece.replace(/\n$/, '')]);
  }
}

async function listPosts({ client, terminal, json, signal }: Context, filter: Filter, by: PostMetric): Promise<void> {
  const rows = [];
  for await (const post of client.results.posts({ filter, signal })) {
    if (json) terminal.json(post);
    else
      rows.push([post.publishedAt, post.platformId, shown(post.values[METRICS[by]]), excerpt(post.excerpt, EXCERPT)]);
  }
  if (!json) terminal.table(['PUBLISHED', 'ACCOUNT', by, 'TEXT'], rows);
}

function show(
  { terminal }: Context,
  { report, topPosts, bestTimes }: Awaited<ReturnType<Context['client']['results']['read']>>,
  by: PostMetric,
): void {
  const { total, previous, comparedWith, groups } = report;
  const row = (of: (sum: MetricsReport['total']) => number | null) => [
    shown(of(total)),
    shown(previous && of(previous)),
  ];
  terminal.table(
    ['WHAT', 'PERIOD', 'BEFORE'],
    [
      ['posts', ...row(({ posts }) => posts)],
      ...Object.values(METRICS).map((name) => [name, ...row(({ values }) => values[name])]),
      ['followers', ...row(({ followers }) => followers)],
    ],
  );
  const metric = METRICS[by];
  const grouped = groups.map((one) => [
    ...[one.name || one.key || 'none', String(one.total.posts), shown(one.total.values[metric])],
    shown(one.previous?.values[metric] ?? null),
  ]);
  terminal.table(['GROUP', 'POSTS', by, 'BEFORE'], grouped);
  const best = topPosts.map(({ post, postGroup, values }) => [
    ...[postGroup.id, post.platformId, shown(values[metric]), excerpt(postGroup.content, EXCERPT)],
  ]);
  terminal.table(['TOP POST', 'ACCOUNT', by, 'TEXT'], best);
  const times = bestTimes.proposals.map(({ weekday, hour, posts, average }) => [
    ...[`${weekday.toLowerCase()} ${String(hour).padStart(2, '0')}:00`, String(posts), average.toFixed(1)],
  ]);
  terminal.table([`BEST TIME (${bestTimes.timeZone})`, 'POSTS', 'AVERAGE'], times);
  if (comparedWith) terminal.note(`Before: ${daysIn(comparedWith)}. Best times: posts of ${daysIn(bestTimes.period)}.`);
  const { posts, needed, isEnough } = bestTimes;
  if (!isEnough) terminal.note(`Not enough posts for best times: ${posts} of ${needed}, from at least 3 weeks.`);
}
