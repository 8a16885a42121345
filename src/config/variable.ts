/**
 * The kinds of values that variables have. `expected` completes the sentence of a wrong value ("PORT must be …") and is
 * a column of docs/configuration.md; a variable adds its `description` and, where the default depends on something
 * else, `unset`: what holds without it. `secret` marks what must not be seen.
 */

import { z } from 'zod';
import { DAY_MS } from '../foundation/time/durations.js';

declare module 'zod' {
  interface GlobalMeta {
    expected?: string;
    unset?: string;
    /** Can be in a file that `<NAME>_FILE` names, and is never shown. */
    secret?: boolean;
  }
}

/** The variables of a section, by name. */
export type Variables = Record<string, z.ZodType>;
/** What they hold once they are parsed. */
export type Values<V extends Variables> = z.output<z.ZodObject<V>>;

/** In decimal digits: `Number` would also read `0x10`, `4e3` and ` 1`, which are no numbers to other programs. */
const digits = (pattern: RegExp, min: number, max: number) =>
  z.string().regex(pattern).transform(Number).pipe(z.number().min(min).max(max));

const wholeNumber = (min: number, max: number) => digits(/^\d+$/, min, max);

export const integer = (min: number, max: number) =>
  wholeNumber(min, max).meta({ expected: `a whole number from ${min} to ${max}` });

export const decimal = (min: number, max: number) =>
  digits(/^\d+(\.\d+)?$/, min, max).meta({ expected: `a number from ${min} to ${max}` });

/** Whole days, as milliseconds; null: `off`. */
export const daysOrOff = (min: number) =>
  z
    .union([z.literal('off').transform(() => null), wholeNumber(min, 36_500).transform((days) => days * DAY_MS)])
    .meta({ expected: `a whole number of days from ${min} to 36500, or off` });

export const port = integer(0, 65535).meta({ expected: 'a port number from 0 to 65535' });

export const flag = z.stringbool().meta({ expected: 'true or false' });

export const httpUrl = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''))
  .meta({ expected: 'an http or https address' });

export const text = (expected: string) => z.string().meta({ expected });

export const oneOf = <const T extends readonly [string, string, ...string[]]>(values: T) =>
  z.enum(values).meta({ expected: `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` });

export const splitList = (value: string): string[] => value.split(',').map((item) => item.trim());

/** Values with commas between them. */
export const list = <T extends z.ZodType<unknown, string[]>>(items: T, expected: string) =>
  z.string().transform(splitList).pipe(items).meta({ expected });

/** The waits before the second to the fifth attempt. */
export const retryDelays = list(z.array(integer(0, DAY_MS)).length(4), 'four whole numbers with commas between them');

/** What completes the sentence of a wrong value, also where the kind has a default. */
export function expectedOf(variable: z.ZodType): string {
  const { expected } = variable.meta() ?? {};
  if (expected !== undefined) return expected;
  if (variable instanceof z.ZodOptional || variable instanceof z.ZodDefault || variable instanceof z.ZodPrefault) {
    return expectedOf(variable.unwrap() as z.ZodType);
  }
  throw new Error('A variable has a kind that says what is expected.');
}

/** One sentence for each variable whose value is wrong. */
export function wrongValues(error: z.ZodError, variables: Variables, prefix = ''): string[] {
  const names = new Set(error.issues.map(({ path }) => String(path[0])));
  return Object.entries(variables).flatMap(([name, variable]) =>
    names.has(name) ? [`${prefix}${name} must be ${expectedOf(variable)}.`] : [],
  );
}

/** What holds without the variable, as the documentation says it. */
export function defaultOf(variable: z.ZodType): string {
  const { unset } = variable.meta() ?? {};
  if (unset !== undefined) return unset;
  if (variable instanceof z.ZodDefault || variable instanceof z.ZodPrefault) return `\`${variable.def.defaultValue}\``;
  throw new Error('A variable has a default, or says what holds without it.');
}
