/** Words as APIs have them in their paths: `media_publish`, `createRecord`, `com.atproto.repo.createRecord`. */
const WORD = /^[a-z]{2,}(?:[A-Z][a-z]{2,})*$/;
const VERSION = /^(?:v\d{1,3}(?:\.\d{1,2})?|\d)$/;
const MAX_SEGMENTS = 12;
const MAX_LENGTH = 60;

/**
 * The path of an address without what differs between requests: ids, and the secrets that some platforms have in their
 * paths, are `{}`. What is no plain word is taken for one of them.
 */
export function urlTemplate(url: URL): string {
  const segments = url.pathname.split('/').slice(1, MAX_SEGMENTS + 1);
  return `/${segments.map((segment) => (isWord(segment) ? segment : '{}')).join('/')}`;
}

const isWord = (segment: string): boolean =>
  segment === '' ||
  VERSION.test(segment) ||
  (segment.length <= MAX_LENGTH && segment.split(/[._-]/).every((word) => WORD.test(word)));
