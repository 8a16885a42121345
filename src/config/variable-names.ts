/** Checks the names of environment variables: finds misspelt ones, and those that require another one. */
import { closest, distance } from 'fastest-levenshtein';

/** More edits than this, and the nearest name is another variable. */
const MOST_EDITS = 3;
/** The same for a name whose prefix is unknown (`DATABSE_URL`): it may well be another program's. */
const MOST_EDITS_OF_FOREIGN = 2;

const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];

/** A sentence for each variable that looks as if it should have an effect here, and has none. */
export function unknownVariables(names: readonly string[], known: readonly string[]): string[] {
  const prefixes = new Set(known.filter((name) => name.includes('_')).map(prefixOf));
  return names
    .filter((name) => name.includes('_') && !known.includes(name))
    .flatMap((name) => {
      if (PROXIES.includes(name)) return `The variable ${name} has no effect: requests are sent without a proxy.`;
      const nearest = closest(name, known);
      const edits = distance(name, nearest);
      const isOurs = prefixes.has(prefixOf(name));
      if (!isOurs && edits > MOST_EDITS_OF_FOREIGN) return [];
      const hint = edits <= MOST_EDITS ? ` Did you mean ${nearest}?` : '';
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
