/** Numbers of a member and its posts. */
import { z } from 'zod';
import type { DayCount, DayRange, InteractionResult, Metric } from '../port/interactions.js';
import { canonical } from './activities.js';
import { type NetworkClient, refusal } from './client.js';

const dateSchema = z.object({ year: z.int(), month: z.int(), day: z.int() });
const rangeSchema = z.object({ start: dateSchema });

/** The platform says -1 when it cannot tell. */
const countSchema = z.number().transform((count) => (count < 0 ? null : count));

const totalSchema = z.object({ elements: z.array(z.object({ count: countSchema })) });
const dailySchema = z.object({ elements: z.array(z.object({ count: countSchema, dateRange: rangeSchema })) });
const followersSchema = z.object({ elements: z.tuple([z.object({ memberFollowersCount: z.int().nonnegative() })]) });
const dailyFollowersSchema = z.object({
  elements: z.array(z.object({ memberFollowersCount: countSchema, dateRange: rangeSchema })),
});

/** GET /rest/memberFollowersCount: all of them. */
export async function countFollowers({ rest }: NetworkClient): Promise<InteractionResult<number>> {
  const result = await rest('/memberFollowersCount?q=me', followersSchema);
  if (result.kind === 'rejected') return refusal(result);
  return { kind: 'ok', value: result.value.elements[0].memberFollowersCount };
}

/** GET /rest/memberFollowersCount: those that came, by day. */
export async function countDailyFollowers(
  { rest }: NetworkClient,
  range: DayRange,
): Promise<InteractionResult<DayCount[]>> {
  const result = await rest(`/memberFollowersCount?q=dateRange&${during(range)}`, dailyFollowersSchema);
  if (result.kind === 'rejected') return refusal(result);
  const days = result.value.elements.map(({ memberFollowersCount: count, dateRange }) => dayCount(dateRange, count));
  return { kind: 'ok', value: days };
}

/** GET /rest/memberCreatorPostAnalytics, of one post: a call for each metric. */
export async function countOfPost(
  client: NetworkClient,
  postedId: string,
  metric: Metric,
): Promise<InteractionResult<number | null>> {
  const { urn, refused } = await canonical(client, postedId);
  if (refused) return refused;
  const entity = `(${urn.startsWith('urn:li:ugcPost:') ? 'ugc' : 'share'}:${encodeURIComponent(urn)})`;
  return total(client, `q=entity&entity=${entity}&queryType=${metric}&aggregation=TOTAL`);
}

/** The same of all posts of the member. */
export const countOfAccount = (
  client: NetworkClient,
  metric: Metric,
  range: DayRange | null,
): Promise<InteractionResult<number | null>> =>
  total(client, `q=me&queryType=${metric}&aggregation=TOTAL${range ? `&${during(range)}` : ''}`);

/** The same by day. */
export async function countDailyOfAccount(
  { rest }: NetworkClient,
  metric: Metric,
  range: DayRange,
): Promise<InteractionResult<DayCount[]>> {
  const query = `q=me&queryType=${metric}&aggregation=DAILY&${during(range)}`;
  const result = await rest(`/memberCreatorPostAnalytics?${query}`, dailySchema);
  if (result.kind === 'rejected') return refusal(result);
  return { kind: 'ok', value: result.value.elements.map(({ count, dateRange }) => dayCount(dateRange, count)) };
}

async function total({ rest }: NetworkClient, query: string): Promise<InteractionResult<number | null>> {
  const result = await rest(`/memberCreatorPostAnalytics?${query}`, totalSchema);
  if (result.kind === 'rejected') return refusal(result);
  // Nothing at all is no zero: nothing says so.
  return { kind: 'ok', value: result.value.elements[0]?.count ?? null };
}

/** A structured value of a query: nothing in it is percent-encoded. */
const during = ({ start, end }: DayRange): string => `dateRange=(start:${dateValue(start)},end:${dateValue(end)})`;

function dateValue(iso: string): string {
  const [year, month, day] = iso.split('-').map(Number);
  return `(year:${year},month:${month},day:${day})`;
}

function dayCount({ start }: z.infer<typeof rangeSchema>, count: number | null): DayCount {
  return { date: new Date(Date.UTC(start.year, start.month - 1, start.day)).toISOString().slice(0, 10), count };
}
