/** What the names of the environment's variables say: which are misspelt, and which want another one. */
import { closest, distance } from 'fastest-levenshtein';

/** More edits than this, and the nearest name is another variable. */
const MOST_EDITS = 3;

/** Common ones of other programs that begin like one of ours. */
const OF_OTHERS = new Set(['HTTP_PROXY']);

/** A sentence for each name that begins like one of ours (`S3_`, `DATABASE_`) and is none. */
export function unknownVariables(names: readonly string[], known: readonly string[]): string[] {
  const prefixes = new Set(known.filter((name) => name.includes('_')).map(prefixOf));
  return names
    .filter((name) => name.includes('_') && prefixes.has(prefixOf(name)))
    .filter((name) => !known.includes(name) && !OF_OTHERS.has(name))
    .map((name) => {
      const nearest = closest(name, known);
      const hint = distance(name, nearest) <= MOST_EDITS ? ` Did you mean ${nearest}?` : '';
      return `The variable ${name} is unknown and has no effect.${hint}`;
    });
}

/** Any setting of a bucket means that files are to be stored there, and not on the disk. */
export function missingBucket(names: readonly string[]): string[] {
  const others = names.filter((name) => name.startsWith('S3_'));
  return others.length === 0 || others.includes('S3_BUCKET')
    ? []
    : [`S3_BUCKET is missing: with ${others.join(', ')} set, it must be the name of a bucket.`];
}

const prefixOf = (name: string): string => name.slice(0, name.indexOf('_') + 1);
