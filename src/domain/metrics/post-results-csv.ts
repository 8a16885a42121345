/** Posts with their numbers as a table for spreadsheets. */
import { type Cell, csvLines, toCsv } from '../../foundation/csv.js';
import { ALL_METRICS } from './metrics.js';
import type { PostResultType } from './post-results.types.js';

const COLUMNS: readonly (readonly [name: string, of: (post: PostResultType) => Cell | null])[] = [
  ['Published', ({ publishedAt }) => publishedAt.toISOString()],
  ['Platform', ({ platform }) => platform],
  ['Account', ({ accountName }) => accountName],
  ['Platform id', ({ platformId }) => platformId],
  ['Post', ({ postId }) => postId],
  ['Post group', ({ postGroupId }) => postGroupId],
  ['Part', ({ partIndex }) => partIndex + 1],
  ['Address', ({ url }) => url],
  ['Text', ({ excerpt }) => excerpt],
  ['Labels', ({ labels }) => labels.join(', ')],
  ['Author', ({ author }) => author],
  ['State', ({ state }) => state],
  ['Read', ({ measuredAt }) => measuredAt?.toISOString() ?? null],
  ...ALL_METRICS.map((name) => [inWords(name), ({ values }: PostResultType) => values[name]] as const),
];

const NAMES = COLUMNS.map(([name]) => name);

/** As a heading: `watchSeconds` is `Watch seconds`. */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Null is an empty cell. Pages follow each other: the first one alone has the names of the columns. */
export function resultsCsv(posts: readonly PostResultType[], { isFirst }: { isFirst: boolean }): string {
  const rows = posts.map((post) => COLUMNS.map(([, of]) => of(post) ?? ''));
  return isFirst ? toCsv(NAMES, rows) : csvLines(rows);
}
