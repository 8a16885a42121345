/** Insights of the Graph APIs: `{"data": [{"name", "period", "values": [{"value"}]}]}`. */
import { z } from 'zod';
import type { ApiResult } from '../kit/call-api.js';
import type { FailedStep } from '../kit/failed-step.js';
import type { FailureRow, FailureTable } from '../kit/failure-table.js';
import { metricsFailures, withoutScope } from '../kit/metrics.js';
import type { Graph, GraphApi, OpenedGraph } from './graph-api.js';
import { UNKNOWN_OBJECT } from './graph-errors.js';

/** A number, or several of them by a breakdown such as the kind of a reaction. */
const valueSchema = z.object({
  value: z
    .union([z.number(), z.record(z.string(), z.number().nullable())])
    .optional()
    .catch(undefined),
});
const insightsSchema = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(valueSchema).optional(),
      /** Some metrics have their total here instead. */
      total_value: valueSchema.optional(),
    }),
  ),
});

/** The platform leaves out a metric without data, and the parts of a breakdown that are 0; null: a part without data. */
export type Insights = ReadonlyMap<string, number | Readonly<Record<string, number | null>>>;

const schema = insightsSchema.transform(
  ({ data }): Insights =>
    new Map(
      data.flatMap(({ name, values, total_value: total }) => {
        const value = total?.value ?? values?.[0]?.value;
        return value === undefined ? [] : [[name, value] as const];
      }),
    ),
);

/**
 * GET of insights. One metric that the object does not have fails the request; null requests all that the object has.
 */
export const fetchInsights = (
  graph: Graph,
  path: string,
  metrics: readonly string[] | null,
): Promise<ApiResult<Insights>> => graph.get(path, { metric: metrics?.join(',') }, schema);

/**
 * The numbers of these metrics by their names. A breakdown has its sum, and its parts as `name.part`; `parts` are those
 * that are 0 if they are left out.
 */
export function numbersOf(
  insights: Insights,
  names: readonly string[],
  parts: Readonly<Record<string, readonly string[]>> = {},
): Record<string, number> {
  const entries = names.flatMap((name): [string, number][] => {
    const value = insights.get(name);
    if (value === undefined) return [];
    if (typeof value === 'number') return [[name, value]];
    const known = Object.fromEntries((parts[name] ?? []).map((part) => [part, 0]));
    const all = Object.entries({ ...known, ...value }).flatMap(([part, count]): [string, number][] =>
      count === null ? [] : [[`${name}.${part}`, count]],
    );
    return [[name, all.reduce((sum, [, count]) => sum + count, 0)], ...all];
  });
  return Object.fromEntries(entries);
}

/** The failure of a token without this scope; null if it has it, or if its scopes were not stored: the platform decides. */
export const mayNotRead = ({ platform }: GraphApi, { scopes }: OpenedGraph, scope: string): FailedStep | null =>
  scopes.length === 0 || scopes.includes(scope) ? null : withoutScope(platform, scope);

/** The errors of requests that read the numbers of an object; `gone`: further ones of an object that is gone. */
export const insightsFailures = (
  failures: FailureTable,
  gone: readonly Omit<FailureRow, 'code'>[] = [],
): FailureTable => metricsFailures(failures, [{ error: 100, subcode: UNKNOWN_OBJECT }, ...gone]);
