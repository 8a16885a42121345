import { BLOCKED, type Occurrences, type TextLimit } from '../../platforms/port/rules.js';
import { textLength } from '../../platforms/port/text-length.js';
import { MAX_THREAD_PARTS, THREAD_TOO_LONG } from '../posts/post-bounds.js';
import { type PreviewPart, previewParts } from './preview-post.js';
import type { Finding, PostOnPlatform } from './validation.js';

/** Text and title (docs/contract/platforms.md, "Limits of a post" and "Threads"). */
export function checkText(post: PostOnPlatform): Finding[] {
  const parts = previewParts(post.content, post.rules);
  return [
    ...(parts.length > 1 ? checkThread(post, parts) : parts.flatMap((part) => checkSingle(post, part))),
    ...checkTitle(post),
    ...parts.flatMap(({ text }) => checkOccurrences(post, text)),
  ];
}

function checkSingle({ platform, rules, content, media }: PostOnPlatform, part: PreviewPart): Finding[] {
  const { text: limit } = rules;
  if (part.exceedsLimit) return [tooLong(platform, 'Content', part.length, limit)];
  if (media.length > 0) {
    const caption = { ...limit, max: limit.maxWithMedia ?? limit.max };
    if (part.length <= caption.max) return [];
    const suggestions = ['It will follow the media as a separate post'];
    return [{ ...tooLong(platform, 'Content', part.length, caption), severity: 'warning', suggestions }];
  }
  const currentValue = textLength(content.text.trim(), limit.count);
  if (currentValue >= limit.min) return [];
  const message = `Content is below ${platform}'s ${limit.min} character minimum (currently ${currentValue})`;
  return [{ code: 'CONTENT_TOO_SHORT', message, field: 'content', currentValue, minValue: limit.min }];
}

function checkThread({ platform, rules, content, blocks }: PostOnPlatform, parts: readonly PreviewPart[]): Finding[] {
  const { text: limit, thread } = rules;
  const length = content.length(limit.count);
  const whole = length > limit.max ? [tooLong(platform, 'Content', length, limit)] : [];
  if (thread?.blockedBy && blocks[thread.blockedBy]) {
    return [blocked(BLOCKED[thread.blockedBy], parts.length, whole[0])];
  }
  if (parts.length > MAX_THREAD_PARTS) return [TOO_MANY_PARTS];
  const suggestions = [`It will be published as a thread of ${parts.length} posts`];
  return [
    ...whole.map((finding) => ({ ...finding, severity: 'warning' as const, suggestions })),
    ...parts.flatMap((part, index): Finding[] =>
      part.exceedsLimit
        ? [{ ...tooLong(platform, `Part ${index + 1}`, part.length, limit), code: 'THREAD_PART_TOO_LONG' }]
        : [],
    ),
  ];
}

const TOO_MANY_PARTS: Finding = {
  code: 'CONTENT_TOO_LONG',
  message: THREAD_TOO_LONG,
  field: 'content',
  constraint: 'maxCount',
  maxValue: MAX_THREAD_PARTS,
};

/**
 * Threads are blocked [splitting/threadtalk-blocked]. A short content is a thread too when it has separators: then the
 * number of parts is the limit.
 */
function blocked(message: string, parts: number, whole: Finding | undefined): Finding {
  const apart = { field: 'content', constraint: 'maxCount', currentValue: parts, maxValue: 1 } as const;
  return { code: 'CONTENT_TOO_LONG', ...(whole ?? apart), message };
}

function checkTitle({ platform, rules, settings }: PostOnPlatform): Finding[] {
  const { title: limit } = rules.text;
  if (!limit || typeof settings.title !== 'string') return [];
  const length = textLength(settings.title, limit.count);
  return length > limit.max ? [{ ...tooLong(platform, 'Title', length, limit), field: 'title' }] : [];
}

function tooLong(platform: string, what: string, currentValue: number, { max, count }: TextLimit): Finding {
  return {
    code: 'CONTENT_TOO_LONG',
    message: `${what} exceeds ${platform}'s ${max} character limit (currently ${currentValue})`,
    field: 'content',
    constraint: 'maxLength',
    currentValue,
    maxValue: max,
    suggestions: [`Shorten it: ${platform} counts ${count}`],
  };
}

const HASHTAG = /(?<![\p{L}\p{N}_&/#])#[\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu;
const LINK = /https?:\/\/\S+/giu;

function checkOccurrences({ platform, rules: { text: rules } }: PostOnPlatform, text: string): Finding[] {
  const check = (what: string, found: readonly string[] | null, limit: Occurrences | undefined): Finding[] => {
    const currentValue = found?.length ?? 0;
    if (!limit || currentValue <= limit.max) return [];
    const message = `Content exceeds ${platform}'s ${limit.max} ${what} limit (currently ${currentValue})`;
    const { severity, max: maxValue } = limit;
    return [
      { code: 'CONTENT_TOO_LONG', message, field: 'content', severity, constraint: 'maxCount', currentValue, maxValue },
    ];
  };
  return [
    ...check('hashtag', text.match(HASHTAG), rules.hashtags),
    ...check('link', [...new Set(text.match(LINK))], rules.links),
  ];
}
