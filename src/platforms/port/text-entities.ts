/** Links, mentions and hashtags: the ranges of a text that a platform lets its readers open. */
import { linksIn, mastodonLinksIn } from './links.js';

/** A range of a text, in UTF-16 units; the end is the first unit after it. */
export interface TextEntity {
  kind: 'link' | 'mention' | 'hashtag';
  start: number;
  end: number;
  /** What the platform shows in its place; null: the text itself. */
  shownAs: string | null;
}

/** What a platform finds by itself in a plain text. */
export interface EntityRules {
  /** `any`: with or without a scheme. Null: links cannot be opened. */
  links: 'any' | 'with scheme' | 'mastodon' | null;
  /** `@` and a name of these characters, also with a server behind it. Null: names are plain text. */
  mentions: { characters: 'word' | 'word, dot' | 'word, dot, hyphen'; min: number; max: number; server?: true } | null;
  /** `first`: later ones remain text. */
  hashtags: 'all' | 'first' | null;
}

/** More are not reported, so that a text of signs alone stays cheap. */
export const MAX_ENTITIES = 1_000;

const HASHTAG = /(?<![\p{L}\p{N}_&/#])#[\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu;
const MENTION = /(?<![\w@/.])@([\w.-]*\w)(@[\w-]+(?:\.[\w-]+)+)?/g;
/** What of it is a name: its last character is none of a sentence. */
const NAME = { word: /^\w+/, 'word, dot': /^[\w.]*\w/, 'word, dot, hyphen': /^[\w.-]*\w/ };

/** The entities of a plain text, in order and without overlaps; at most `MAX_ENTITIES`. */
export function findEntities(text: string, rules: EntityRules): TextEntity[] {
  const found: TextEntity[] = [];
  for (const { start, end } of findLinks(text, rules.links)) found.push(entity('link', start, end));
  if (rules.mentions) found.push(...findMentions(text, rules.mentions));
  if (rules.hashtags) {
    const tags = text.matchAll(HASHTAG);
    for (const { 0: tag, index } of tags) found.push(entity('hashtag', index, index + tag.length));
  }
  const apart = withoutOverlaps(found);
  if (rules.hashtags !== 'first') return apart.slice(0, MAX_ENTITIES);
  const first = apart.find(({ kind }) => kind === 'hashtag');
  return apart.filter((each) => each.kind !== 'hashtag' || each === first).slice(0, MAX_ENTITIES);
}

export const entity = (kind: TextEntity['kind'], start: number, end: number, shownAs: string | null = null) => ({
  kind,
  start,
  end,
  shownAs,
});

/** In order; of two that overlap, the one that begins first: a link has its own `@` and `#`. */
export function withoutOverlaps(entities: readonly TextEntity[]): TextEntity[] {
  let rest = 0;
  return entities
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .filter(({ start, end }) => {
      if (start < rest) return false;
      rest = end;
      return true;
    });
}

function* findLinks(text: string, links: EntityRules['links']) {
  if (links === 'mastodon') yield* mastodonLinksIn(text);
  else if (links !== null) {
    for (const link of linksIn(text)) {
      if (links === 'any' || /^https?:\/\//i.test(text.slice(link.start, link.end))) yield link;
    }
  }
}

function* findMentions(text: string, { characters, min, max, server }: NonNullable<EntityRules['mentions']>) {
  for (const { 0: whole, 1: name = '', 2: host = '', index } of text.matchAll(MENTION)) {
    if (host !== '' && !server) continue;
    const [own = ''] = NAME[characters].exec(name) ?? [];
    if (own.length < min || own.length > max) continue;
    yield entity('mention', index, index + (own === name ? whole.length : 1 + own.length));
  }
}
