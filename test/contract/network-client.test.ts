/** A client of the network routes runs unchanged: it is made from docs/contract/network.md and nothing else. */
import { startContract } from './contract.js';
import { type Networked, network } from './network-support.js';

type Metric = 'IMPRESSION' | 'MEMBERS_REACHED' | 'RESHARE' | 'REACTION' | 'COMMENT';
type ReactionType = 'LIKE' | 'PRAISE' | 'EMPATHY' | 'INTEREST' | 'APPRECIATION' | 'ENTERTAINMENT';
interface Day {
  year: number;
  month: number;
  day: number;
}
interface DateRange {
  start: Day;
  end: Day;
}
interface Comment {
  id: string;
  commentUrn: string;
  message: string;
  created?: { time: number };
}
interface Translated {
  urnTranslated?: { from: string; to: string };
}
interface Point {
  count: number | null;
  dateRange: DateRange;
}
interface Several<Value> {
  success: boolean;
  metrics: Partial<Record<Metric, Value | null>>;
  errors?: { metric: Metric; error: string }[];
  cachedMetrics?: string[];
  cached: boolean;
}

/** What the client makes of a response that is no success. */
class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

class NetworkClient {
  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string,
    private readonly platformId: string,
  ) {}

  createComment = (postedId: string, message: string, parentComment?: string) =>
    this.send<{ comment: Comment }>('POST', 'network-comments', { postedId, message, parentComment });
  deleteComment = (postedId: string, commentId: string) =>
    this.send<{ deleted: string }>('DELETE', 'network-comments', { postedId, commentId });
  deleteCommentByQuery = (postedId: string, commentId: string) =>
    this.send<{ deleted: string }>('DELETE', `network-comments?${this.query({ postedId, commentId })}`);
  createReaction = (postedId: string, reactionType: ReactionType | Lowercase<ReactionType>) =>
    this.send<Translated & { reaction: object }>('POST', 'network-reactions', { postedId, reactionType });
  deleteReaction = (postedId: string) =>
    this.send<Translated & { reaction: null }>('DELETE', 'network-reactions', { postedId });
  deleteReactionByQuery = (postedId: string) =>
    this.send<Translated & { reaction: null }>('DELETE', `network-reactions?${this.query({ postedId })}`);
  followers = () => this.send<{ followersCount: number; cached: boolean }>('POST', 'network-followers', {});
  dailyFollowers = (dateRange: DateRange) =>
    this.send<{ data: { date: string; count: number }[]; totalGrowth: number; cached: boolean }>(
      'POST',
      'network-followers',
      { period: 'daily', dateRange },
    );
  postStatistic = (postedId: string, queryType: Metric) =>
    this.send<{ count: number | null; cached: boolean }>('POST', 'network-post-statistics', { postedId, queryType });
  postStatistics = (postedId: string, queryTypes: string[] | 'ALL') =>
    this.send<Several<number>>('POST', 'network-post-statistics', { postedId, queryTypes });
  accountTotal = (queryType: Metric, dateRange?: DateRange) =>
    this.send<{ data: number | null; aggregation: 'TOTAL'; cached: boolean }>('POST', 'network-account-statistics', {
      queryType,
      dateRange,
    });
  accountDaily = (queryTypes: Metric[], dateRange: DateRange) =>
    this.send<Several<Point[]> & { aggregation: 'DAILY' }>('POST', 'network-account-statistics', {
      queryTypes,
      aggregation: 'daily',
      dateRange,
    });
  profileSummary = (dateRange?: DateRange) =>
    this.send<{
      profile: { followers: { total: number; periodGrowth?: number }; posts: Record<string, number | null> };
    }>('POST', 'network-profile-summary', { dateRange });

  private query = (fields: Record<string, string>) => new URLSearchParams({ ...fields, platformId: this.platformId });

  private async send<Answer>(method: string, path: string, fields?: object): Promise<Answer & { success: boolean }> {
    const response = await fetch(`${this.baseUrl}/api/v1/${path}`, {
      method,
      headers: { 'x-api-key': this.apiKey, 'content-type': 'application/json' },
      ...(fields && { body: JSON.stringify({ ...fields, platformId: this.platformId }) }),
    });
    const body = await response.json();
    if (!response.ok) throw new ApiError(response.status, body.error);
    return body;
  }
}

const contract = startContract({ roles: 'api,worker' });

const RANGE: DateRange = { start: { year: 2026, month: 3, day: 1 }, end: { year: 2026, month: 3, day: 3 } };
const METRICS: Metric[] = ['IMPRESSION', 'MEMBERS_REACHED', 'RESHARE', 'REACTION', 'COMMENT'];
const number = expect.any(Number);

let client: NetworkClient;
let postedId: string;
let activity: string;
beforeAll(async () => {
  const own: Networked = await network(contract);
  client = new NetworkClient(contract.service.url, contract.account.apiKey, own.platformId);
  postedId = own.postedId;
  activity = `urn:network:activity:${BigInt(postedId.split(':').at(-1) ?? 0) + 1n}`;
});

test('comments: one, a reply, and both are gone again', async () => {
  const { success, comment } = await client.createComment(postedId, 'Well said');
  expect({ success, comment }).toMatchObject({
    success: true,
    comment: { message: 'Well said', commentUrn: `urn:network:comment:(${activity},${comment.id})` },
  });
  const reply = await client.createComment(activity, 'So it is', comment.commentUrn);
  expect(await client.deleteComment(postedId, reply.comment.commentUrn)).toEqual({
    success: true,
    deleted: reply.comment.commentUrn,
  });
  expect(await client.deleteCommentByQuery(postedId, comment.id)).toEqual({ success: true, deleted: comment.id });
});

test('reactions: one, another in its place, and none', async () => {
  expect(await client.createReaction(postedId, 'LIKE')).toMatchObject({ success: true, reaction: expect.any(Object) });
  const urnTranslated = { from: activity, to: postedId };
  expect(await client.createReaction(activity, 'praise')).toMatchObject({ success: true, urnTranslated });
  expect(await client.deleteReaction(activity)).toEqual({ success: true, reaction: null, urnTranslated });
  await client.createReaction(postedId, 'EMPATHY');
  expect(await client.deleteReactionByQuery(postedId)).toEqual({ success: true, reaction: null });
});

test('followers: how many, and by day', async () => {
  expect(await client.followers()).toEqual({ success: true, followersCount: number, cached: false });
  const daily = await client.dailyFollowers(RANGE);
  expect(daily).toEqual({
    success: true,
    data: ['2026-03-01', '2026-03-02'].map((date) => ({ date, count: number })),
    totalGrowth: daily.data.reduce((sum, { count }) => sum + count, 0),
    cached: false,
  });
});

test('statistics of a post: one metric, some, and all', async () => {
  const { count, ...rest } = await client.postStatistic(postedId, 'IMPRESSION');
  expect({ count, ...rest }).toEqual({ success: true, count: number, cached: false });
  const some = await client.postStatistics(postedId, ['impression', 'comment']);
  expect(some).toEqual({
    success: true,
    metrics: { IMPRESSION: count, COMMENT: number },
    cachedMetrics: ['IMPRESSION'],
    cached: true,
  });
  const all = await client.postStatistics(postedId.split(':').at(-1) ?? '', 'ALL');
  expect(all.metrics).toEqual(Object.fromEntries(METRICS.map((metric) => [metric, number])));
});

test('statistics of an account: in all, and by day', async () => {
  expect(await client.accountTotal('REACTION')).toEqual({
    success: true,
    data: number,
    aggregation: 'TOTAL',
    cached: false,
  });
  const { metrics, aggregation } = await client.accountDaily(['RESHARE', 'COMMENT'], RANGE);
  const { start, end } = RANGE;
  const between = { ...start, day: 2 };
  const points = [
    { count: number, dateRange: { start, end: between } },
    { count: number, dateRange: { start: between, end } },
  ];
  expect({ metrics, aggregation }).toEqual({ metrics: { RESHARE: points, COMMENT: points }, aggregation: 'DAILY' });
});

test('the summary of a profile', async () => {
  const { profile } = await client.profileSummary(RANGE);
  expect(profile).toEqual({
    followers: { total: number, periodGrowth: number },
    posts: {
      totalImpressions: number,
      totalMembersReached: number,
      totalReactions: number,
      totalComments: number,
      totalReshares: number,
    },
  });
});

test('an error has its status and its message', async () => {
  await expect(client.createComment(postedId, '')).rejects.toMatchObject({
    status: 400,
    message: 'message cannot be empty',
  });
  const otherUser = new NetworkClient(contract.service.url, contract.account.apiKey, 'network-nobody');
  await expect(otherUser.followers()).rejects.toMatchObject({
    status: 404,
    message: 'network connection not found',
  });
});

test.each(['network-posts', 'network-post-comments', 'network-post-reactions'])('%s is not there', async (path) => {
  const { url } = contract.service;
  const headers = { 'x-api-key': contract.account.apiKey };
  const response = await fetch(`${url}/api/v1/${path}`, { method: 'POST', headers });
  expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
    status: 404,
    type: expect.stringContaining('text/html'),
  });
});
