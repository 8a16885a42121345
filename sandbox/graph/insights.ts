import type { Reply } from '../exchange.js';
import type { Params } from './call.js';
import { invalid, refuse } from './wire.js';

/** The numbers of an object by their names; undefined: the platform has no data of that one. */
export type Insights = Readonly<Record<string, number | Breakdown | undefined>>;

/** Null: the platform has no data of the part. */
type Breakdown = Readonly<Record<string, number | null>>;

/** The requested metrics. A name that the object does not have fails all of them. */
export function metricsOf(
  { metric = '' }: Params,
  known: readonly string[],
  unknown: (name: string) => string,
): string[] {
  const names = metric.split(',').filter(Boolean);
  if (names.length === 0) {
    throw refuse({ code: 3001, subcode: 1504028, message: 'No metric was specified to be fetched.' });
  }
  const other = names.find((name) => !known.includes(name));
  if (other !== undefined) throw invalid(unknown(other));
  return names;
}

/** Insights as the Graph APIs return them: what has no data is left out. */
export const insightsReply = (id: string, edge: string, names: readonly string[], insights: Insights): Reply => ({
  status: 200,
  body: {
    data: names.flatMap((name) => {
      const value = insights[name];
      if (value === undefined) return [];
      const more = { title: name, description: `Lifetime: ${name}`, id: `${id}/${edge}/${name}/lifetime` };
      return [{ name, period: 'lifetime', values: [{ value }], ...more }];
    }),
  },
});

/** A breakdown has only the parts that are not 0. */
export const breakdown = (parts: Readonly<Record<string, number | undefined>>): Breakdown =>
  Object.fromEntries(Object.entries(parts).flatMap(([part, count]) => (count === 0 ? [] : [[part, count ?? null]])));
