/** Statements about the numbers of several posts. */
import { instantOf, offsetSpans, offsetsOf } from '../../foundation/time/local-time.js';
import { POST_METRICS } from '../../platforms/port/metrics.js';
import { ENGAGING } from './metrics.js';
import { type MetricsFilter, periodBefore } from './metrics-filter.js';

/** The column of a metric. */
export const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The value of a post's row `m`; null: not given. */
export const valueIn = (name: string): string => (name === 'engagements' ? ENGAGEMENTS : `m.${columnOf(name)}`);

const given = ENGAGING.map((name) => `m.${columnOf(name)}`);
const ENGAGEMENTS = `CASE WHEN num_nonnulls(${given.join(', ')}) > 0 THEN ${given.map((column) => `coalesce(${column}, 0)`).join(' + ')} END`;

/** The sum of a metric over rows `m`: null if none has it, and for the reach of several. */
export const sumIn = (name: string): string =>
  name === 'reach' ? 'CASE WHEN count(m.reach) = 1 THEN max(m.reach)::float8 END' : `sum(${valueIn(name)})::float8`;

/** Sums of all metrics, as JSON. */
export const SUMS = `json_build_object(${[...POST_METRICS, 'engagements']
  .map((name) => `'${name}', ${sumIn(name)}`)
  .join(', ')})`;

/**
 * The rows `m` of the posts of a filter, in its period and, with `compare`, in the one before; `local` is when they count
 * on the clocks of its time zone. Postgres gets offsets, not the name of the zone: it would read `CET` as an abbreviation,
 * without summer time. Parameters: `filterValues`.
 */
export const FILTERED = `
  SELECT m.post_id, m.group_id, m.part_index, m.platform, m.platform_id, m.published_at, m.counted_at, m.measured_at,
         m.state,
         ${POST_METRICS.map((name) => `m.${columnOf(name)}`).join(', ')}, m.counted_at >= $2::timestamptz AS is_current,
         m.counted_at AT TIME ZONE 'UTC'
           + ($5::int[])[width_bucket(m.counted_at, $4::timestamptz[])] * interval '1 second' AS local
    FROM post_metrics m
   WHERE m.user_id = $1
     AND m.counted_at >= ($4::timestamptz[])[1] AND m.counted_at < $3::timestamptz
     AND ($6::text[] IS NULL OR m.platform = ANY($6)) AND ($7::text[] IS NULL OR m.platform_id = ANY($7))
     AND ($8::text[] IS NULL OR EXISTS (SELECT FROM group_labels l WHERE l.group_id = m.group_id AND l.label_id = ANY($8)))
     AND ($9::text[] IS NULL OR EXISTS (SELECT FROM post_groups g WHERE g.id = m.group_id AND g.author_id = ANY($9)))`;

/** $1 to $9. */
export function filterValues(userId: string, filter: MetricsFilter, compare = false): unknown[] {
  const first = compare ? periodBefore(filter).from : filter.from;
  const { begin, end, since, ahead } = instantsOf(filter, first);
  return [
    ...[userId, begin, end, since, ahead],
    ...[filter.platforms, filter.platformIds, filter.labelIds, filter.authorIds],
  ];
}

/** When a period begins and ends, and the offsets of its time zone, in seconds, from the begin of a first day. */
function instantsOf({ from, to, timeZone }: MetricsFilter, first: string) {
  const offsetAt = offsetsOf(timeZone);
  const beginOf = (day: string) => instantOf(Date.parse(day), offsetAt);
  const [begin, end] = [beginOf(from), beginOf(to)];
  const spans = offsetSpans(beginOf(first), end, offsetAt);
  return {
    ...{ begin: new Date(begin), end: new Date(end), since: spans.map((span) => new Date(span.since)) },
    ahead: spans.map(({ offset }) => offset / 1000),
  };
}
