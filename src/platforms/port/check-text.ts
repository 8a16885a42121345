import type { CheckedPost, Finding } from './finding.js';
import { linksIn } from './links.js';
import type { Occurrences, TextLimit } from './rules.js';
import { exceededLimit, MeasuredText, textLength } from './text-length.js';

/** The text of a post that is published as one, and its title (docs/contract/platforms.md, "Limits of a post"). */
export const checkText = (post: CheckedPost): Finding[] => [
  ...checkShown(post),
  ...checkLength(post),
  ...checkTitle(post),
  ...checkPart(post, post.content.text),
];

function checkShown({ platform, rules: { media }, content }: CheckedPost): Finding[] {
  if (!media.withoutText || content.text.trim() === '') return [];
  return [
    {
      code: 'INVALID_CONTENT',
      message: `${platform} shows no text with ${media.only}`,
      field: 'content',
      severity: 'warning',
      suggestions: ['It will be left out when it is published'],
    },
  ];
}

function checkLength({ platform, rules: { text: limit }, content, media }: CheckedPost): Finding[] {
  const long = tooLong(platform, 'Content', content, limit);
  if (long) return [long];
  if (media.length > 0) {
    const caption = tooLong(platform, 'Content', content, { ...limit, max: limit.maxWithMedia ?? limit.max });
    if (!caption) return [];
    return [{ ...caption, severity: 'warning', suggestions: ['It will follow the media as a separate post'] }];
  }
  const currentValue = textLength(content.text.trim(), limit.count);
  if (currentValue >= limit.min) return [];
  const message = `Content is below ${platform}'s ${limit.min} character minimum (currently ${currentValue})`;
  return [{ code: 'CONTENT_TOO_SHORT', message, field: 'content', currentValue, minValue: limit.min }];
}

export function checkTitle({ platform, rules, settings }: CheckedPost): Finding[] {
  const { title: limit } = rules.text;
  const { title } = settings;
  if (!limit || typeof title !== 'string') return [];
  const shown = new MeasuredText(title).on(rules.text);
  const long = tooLong(platform, 'Title', shown, limit);
  return [
    ...(long ? [{ ...long, field: 'title' as const }] : []),
    ...checkForbidden(platform, 'a title', shown.text, rules.text.forbidden).map((found) => ({
      ...found,
      field: 'title' as const,
    })),
  ];
}

/** What each part of a thread must keep, beside its length. */
export function checkPart({ platform, rules }: Pick<CheckedPost, 'platform' | 'rules'>, text: string): Finding[] {
  const { forbidden, hashtags, links } = rules.text;
  return [
    ...checkForbidden(platform, 'a text', text, forbidden),
    ...checkOccurrences(platform, 'hashtag', text.match(HASHTAG), hashtags),
    ...checkOccurrences(platform, 'link', [...new Set(text.match(LINK))], links),
  ];
}

/** Null for a text within the limit. */
export function tooLong(platform: string, what: string, text: MeasuredText, limit: TextLimit): Finding | null {
  const exceeded = exceededLimit(text, limit);
  if (!exceeded) return null;
  const { unit, count, currentValue, maxValue } = exceeded;
  const message = `${what} exceeds ${platform}'s ${maxValue} ${unit} limit (currently ${currentValue})`;
  const link = longLink(text.text, limit);
  return {
    code: 'CONTENT_TOO_LONG',
    message: link === null ? message : `${message}: its link ${shorten(link)} is too long by itself`,
    field: 'content',
    constraint: 'maxLength',
    currentValue,
    maxValue,
    suggestions: [`Shorten it: ${platform} counts ${count}`],
  };
}

/** The first link that is longer than the limit by itself, where links count as they are; null if there is none. */
function longLink(text: string, { max, count }: TextLimit): string | null {
  if (count === 'weighted characters' || count === 'links as 23') return null;
  for (const { start, end } of linksIn(text)) {
    const link = text.slice(start, end);
    if (textLength(link, count) > max) return link;
  }
  return null;
}

/** The start of a link, in a message. */
const shorten = (link: string): string => (link.length > 60 ? `${link.slice(0, 60)}…` : link);

function checkForbidden(platform: string, what: string, text: string, forbidden: readonly string[] = []): Finding[] {
  if (!forbidden.some((characters) => text.includes(characters))) return [];
  const message = `${platform} does not accept ${forbidden.join(' or ')} in ${what}`;
  return [{ code: 'INVALID_CONTENT', message, field: 'content' }];
}

const HASHTAG = /(?<![\p{L}\p{N}_&/#])#[\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu;
const LINK = /https?:\/\/\S+/giu;

function checkOccurrences(
  platform: string,
  what: string,
  found: readonly string[] | null,
  limit: Occurrences | undefined,
): Finding[] {
  const currentValue = found?.length ?? 0;
  if (!limit || currentValue <= limit.max) return [];
  const { severity, max: maxValue } = limit;
  const message = `Content exceeds ${platform}'s ${maxValue} ${what} limit (currently ${currentValue})`;
  return [
    { code: 'CONTENT_TOO_LONG', message, field: 'content', severity, constraint: 'maxCount', currentValue, maxValue },
  ];
}
