import { z } from 'zod';
import {
  DOCUMENTED_PLANS,
  NO_LIMIT,
  NO_LIMIT_BYTES,
  type Plan,
  type PlanKey,
  type Plans,
  UNLIMITED_PLANS,
} from '../domain/plans/plans.js';
import { isBlank } from '../foundation/blank-text.js';
import { PLATFORM_KEYS } from '../platforms/port/platform.js';
import { readTextFile } from './text-file.js';
import { oneOf, text, type Values } from './variable.js';

export interface PlansConfig {
  plans: Plans;
}

export const planVariables = {
  PLANS: oneOf(['documented', 'unlimited'])
    .default('documented')
    .describe(
      '`unlimited`: every account has the API and no limits but those of the platforms. `documented`: the plans Starter, Pro and Premium.',
    ),
  PLANS_FILE: text('the path of a file in JSON').optional().meta({
    description: 'A file in JSON with [your plans](operating.md#plans), in place of the documented ones.',
    unset: 'none',
  }),
};

const MAX_FILE_BYTES = 256 * 1024;
const MAX_PLANS = 50;
const GIGABYTE = 1024 ** 3;

const planKey = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'A key has 1 to 40 of a-z, 0-9, _ and -, and begins with a letter');
const count = z.int().min(0).max(NO_LIMIT);
/** Null: no limit. */
const limit = count.nullable().transform((max) => max ?? NO_LIMIT);
const quota = z
  .strictObject({ max: count, per: z.enum(['account', 'connection']) })
  .nullable()
  .transform((given) => given ?? { max: NO_LIMIT, per: 'account' as const });
const gigabytes = z
  .number()
  .min(0)
  .max(1_000_000)
  .nullable()
  .transform((given) => (given === null ? NO_LIMIT_BYTES : Math.floor(given * GIGABYTE)));

const visible = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !isBlank(value), 'It has no character that can be seen')
    .refine(
      (value) => value.search(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u) < 0,
      'It has control characters, such as a line break',
    );

const planSchema = z.strictObject({
  name: visible(60),
  price: visible(100).nullable().default(null),
  apiAccess: z.boolean(),
  mcpAccess: z.boolean().default(false),
  postsPerMonth: quota,
  scheduledPosts: limit.transform((max) => ({ max, per: 'account' as const })),
  drafts: limit,
  horizonDays: z.int().min(1).max(36_500).nullable(),
  connections: count.nullable(),
  storage: z.strictObject({ gigabytes, files: limit }).transform(({ gigabytes: bytes, files }) => ({ bytes, files })),
  platforms: z.array(z.enum(PLATFORM_KEYS)).min(1).nullable(),
});
const fileSchema = z.strictObject({ initial: planKey, plans: z.record(planKey, planSchema) });

/** `problems` gets a sentence for each thing that is wrong. */
export function readPlans(value: Values<typeof planVariables>, problems: string[]): Plans {
  const { PLANS: named, PLANS_FILE: file } = value;
  if (file === undefined) return named === 'unlimited' ? UNLIMITED_PLANS : DOCUMENTED_PLANS;
  if (named === 'unlimited') problems.push('PLANS is unlimited, and PLANS_FILE names plans: remove one of them.');
  const content = readTextFile(file, 'PLANS_FILE', MAX_FILE_BYTES, problems);
  return (content === undefined ? null : parsePlans(content, file, problems)) ?? DOCUMENTED_PLANS;
}

/** Null, with problems, if the file has a mistake. */
function parsePlans(content: string, file: string, problems: string[]): Plans | null {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    problems.push(`PLANS_FILE names ${file}, which is not JSON: ${withoutExcerpt((error as Error).message)}.`);
    return null;
  }
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => `${file}: ${placeOf(issue)}${issue.message}.`));
    return null;
  }
  const { initial, plans } = parsed.data;
  const byKey = new Map<PlanKey, Plan>(Object.entries(plans));
  if (byKey.size > MAX_PLANS) problems.push(`${file}: plans has more than ${MAX_PLANS} plans.`);
  if (!byKey.has(initial)) problems.push(`${file}: initial is ${initial}, which is none of the plans.`);
  return { byKey, initial };
}

/** The message can quote the file, which has secrets if it is the wrong one. */
const withoutExcerpt = (message: string): string => message.replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '');

const placeOf = ({ path }: { path: readonly PropertyKey[] }): string =>
  path.length === 0 ? '' : `${path.map(String).join('.')}: `;
