import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import { audienceOf, pretend, shareAt } from '../numbers.js';
import type { StoredPost } from '../store.js';
import type { PostNumber } from '../types.js';
import type { Social } from './social.js';
import { invalidField, refuse } from './wire.js';

const metrics = ['IMPRESSION', 'MEMBERS_REACHED', 'RESHARE', 'REACTION', 'COMMENT'] as const;
type Metric = (typeof metrics)[number];

const dayMs = 24 * 3_600_000;

/** A query is read as it was written: structured values are not percent-encoded, URNs in them are. */
function queryOf(req: Request, names: readonly string[]): Record<string, string> {
  const raw = req.originalUrl.split('?')[1] ?? '';
  const given = Object.fromEntries(
    raw.split('&').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) throw refuse(400, 'QUERY_PARAM_NOT_ALLOWED', `Query parameter ${unknown} is not allowed`);
  return given;
}

const datePattern = '\\((?=[^)]*year:(\\d{4}))(?=[^)]*month:(\\d{1,2}))(?=[^)]*day:(\\d{1,2}))[^)]*\\)';
const rangePattern = new RegExp(`^\\(start:${datePattern},end:${datePattern}\\)$`);

/** The days of `(start:(year:…,month:…,day:…),end:(…))`. The end is exclusive. */
function readDays(value: string | undefined): Date[] {
  const [, ...parts] = rangePattern.exec(value ?? '') ?? [];
  const [y1, m1, d1, y2, m2, d2] = parts.map(Number);
  const [start, end] = [Date.UTC(y1 ?? 0, (m1 ?? 0) - 1, d1), Date.UTC(y2 ?? 0, (m2 ?? 0) - 1, d2)];
  if (parts.length !== 6 || !(start < end) || end - start > 366 * dayMs) {
    throw invalidField('dateRange', 'must be (start:(year:…,month:…,day:…),end:(…)), at most a year');
  }
  return Array.from({ length: Math.round((end - start) / dayMs) }, (_, index) => new Date(start + index * dayMs));
}

const dateOf = (day: Date) => ({ year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() });
const rangeOf = (day: Date) => ({ start: dateOf(day), end: dateOf(new Date(day.getTime() + dayMs)) });

/** What the sandbox calls them. */
const numberOf = {
  IMPRESSION: 'impressions',
  MEMBERS_REACHED: 'reach',
  RESHARE: 'shares',
  REACTION: 'reactions',
  COMMENT: 'comments',
} as const satisfies Record<Metric, PostNumber>;

/**
 * The statistics of members and their posts, as if people saw each post in the days after it. Those of a member are the
 * sums of its posts', and a total is the sum of its days. Comments and reactions that were made here count as well.
 */
export class Analytics {
  constructor(
    private readonly context: SandboxContext,
    private readonly social: Social,
  ) {}

  /** GET /rest/memberFollowersCount. */
  followers(req: Request, { platform, accountId }: AccountCore): Record<string, unknown> {
    const { q, dateRange } = queryOf(req, ['q', 'dateRange']);
    const { followers } = this.context.numbers.ofAccount({ platform, accountId });
    if (q === 'me') return page([{ memberFollowersCount: followers ?? 0 }]);
    if (q !== 'dateRange') throw invalidField('q', 'is unknown');
    const elements = readDays(dateRange).map((day) => ({
      dateRange: rangeOf(day),
      memberFollowersCount: day.getTime() > Date.now() ? 0 : pretend(accountId + day.toISOString(), 6),
    }));
    return page(elements);
  }

  /** GET /rest/memberCreatorPostAnalytics. */
  posts(req: Request, account: AccountCore): Record<string, unknown> {
    const { q, entity, queryType, aggregation, dateRange } = queryOf(req, [
      'q',
      'entity',
      'queryType',
      'aggregation',
      'dateRange',
    ]);
    const metric = metrics.find((name) => name === queryType);
    if (!metric) throw invalidField('queryType', 'is unknown');
    if (aggregation !== 'TOTAL' && aggregation !== 'DAILY') throw invalidField('aggregation', 'is unknown');
    if (aggregation === 'DAILY' && metric === 'MEMBERS_REACHED') {
      throw invalidField('aggregation', 'DAILY is not supported for MEMBERS_REACHED');
    }
    if (q !== 'me' && q !== 'entity') throw invalidField('q', 'is unknown');
    const post = q === 'me' ? null : this.readEntity(entity, account);
    const chosen = post && this.context.numbers.chosenOf(post, numberOf[metric]);
    // The platform says -1 for a number that it does not give.
    if (post && chosen !== undefined) return page([{ count: chosen ?? -1, dateRange: {}, metricType: metric }]);
    const posts = post ? [post] : this.postsOf(account);
    // What was made in this millisecond counts.
    const now = this.context.numbers.now() + 1;
    const countIn = (from: number, end: number) =>
      posts.reduce((sum, post) => sum + this.count(post, metric, { from, end: Math.min(end, now) }), 0);
    if (aggregation === 'TOTAL') {
      const days = dateRange === undefined ? [] : readDays(dateRange);
      const [from = 0, last] = [days[0]?.getTime(), days.at(-1)?.getTime()];
      return page([
        { count: countIn(from, last === undefined ? now : last + dayMs), dateRange: {}, metricType: metric },
      ]);
    }
    return page(
      readDays(dateRange).map((day) => ({
        count: countIn(day.getTime(), day.getTime() + dayMs),
        dateRange: rangeOf(day),
        metricType: metric,
      })),
    );
  }

  /** `(share:…)` or `(ugc:…)`, of a post of the member. */
  private readEntity(entity: string | undefined, { accountId }: AccountCore): StoredPost {
    const [, kind, encoded = ''] = /^\((share|ugc):([^:()]+)\)$/.exec(entity ?? '') ?? [];
    const name = decodeURIComponent(encoded);
    if (!name.startsWith(kind === 'ugc' ? 'urn:li:ugcPost:' : 'urn:li:share:')) {
      throw invalidField('entity', 'must be (share:<URN>) or (ugc:<URN>)');
    }
    const post = this.social.post(name);
    if (post.accountId !== accountId) throw refuse(403, 'ACCESS_DENIED', 'The post is not one of the member', 100);
    return post;
  }

  private postsOf({ accountId }: AccountCore): StoredPost[] {
    const posts = this.context.store.postsOf('network', accountId);
    return Array.from({ length: posts.length }, (_, index) => posts.at(index)).filter((post) => post !== undefined);
  }

  /** What a post counts of a metric from one time on and before another, in milliseconds since 1970. */
  private count(post: StoredPost, metric: Metric, { from, end }: { from: number; end: number }): number {
    if (end <= from) return 0;
    const published = Date.parse(post.receivedAt);
    const until = (time: number) => Math.floor(audienceOf(post)[numberOf[metric]] * shareAt(time - published));
    const made = metric === 'COMMENT' || metric === 'REACTION' ? this.social.countsOf(post, { from, end })[metric] : 0;
    return until(end) - until(from) + made;
  }
}

const page = (elements: object[]) => ({
  paging: { start: 0, count: 10, links: [], total: elements.length },
  elements,
});
