/** Placeholders in a text: `{{product}}`, with a name of 1 to 30 letters, digits, spaces, `_` and `-`. */

const MAX_NAME = 30;

/** Spaces around the name do not count. Any other braces are text. */
const PLACEHOLDER = new RegExp(
  String.raw`\{\{ *([\p{L}\p{N}_-](?:[\p{L}\p{M}\p{N}_ -]{0,${MAX_NAME - 2}}[\p{L}\p{M}\p{N}_-])?) *\}\}`,
  'gu',
);

/** The names of a text's placeholders, each once, in order. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name)),
];

/** The number of placeholders; a repeated one counts each time. */
export const countPlaceholders = (text: string): number => Array.from(text.matchAll(PLACEHOLDER)).length;

/** Replaces placeholders by their values, which are not read for further placeholders. One without a value stays. */
export const fillPlaceholders = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(PLACEHOLDER, (placeholder, name: string) => values.get(name) ?? placeholder);
