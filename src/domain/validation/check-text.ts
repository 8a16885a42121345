import { checkPart, checkText, checkTitle, tooLong } from '../../platforms/port/check-text.js';
import type { Finding } from '../../platforms/port/finding.js';
import { BLOCKED } from '../../platforms/port/rules.js';
import { MeasuredText } from '../../platforms/port/text-length.js';
import { MAX_THREAD_PARTS, THREAD_TOO_LONG } from '../posts/state/post-bounds.js';
import { hasPartMarks } from '../publishing/split-content.js';
import { type PreviewPart, previewParts } from './preview-post.js';
import type { PostOnPlatform } from './validation.js';

/** Text and title, of a single post or of the thread that a content becomes (docs/contract/platforms.md, "Threads"). */
export function checkContent(post: PostOnPlatform): Finding[] {
  const parts = previewParts(post.content, post.rules);
  if (parts.length > 1) {
    return [...checkThread(post, parts), ...checkTitle(post), ...parts.flatMap(({ text }) => checkPart(post, text))];
  }
  const text = parts[0]?.text ?? '';
  const content = text === post.content.text ? post.content : new MeasuredText(text);
  return [...checkText({ ...post, content }), ...checkMarks(post)];
}

function checkThread(post: PostOnPlatform, parts: readonly PreviewPart[]): Finding[] {
  const { platform, rules, content, blocks } = post;
  const { text: limit, thread } = rules;
  const whole = tooLong(platform, 'Content', content, limit);
  if (thread?.blockedBy && blocks[thread.blockedBy]) return [blocked(BLOCKED[thread.blockedBy], parts.length, whole)];
  if (parts.length > MAX_THREAD_PARTS) return [TOO_MANY_PARTS];
  const suggestions = [`It will be published as a thread of ${parts.length} posts`];
  const long = parts.flatMap(({ text, exceedsLimit }, index) =>
    exceedsLimit ? (tooLong(platform, `Part ${index + 1}`, new MeasuredText(text), limit) ?? []) : [],
  );
  return [
    ...(whole ? [{ ...whole, severity: 'warning' as const, suggestions }] : []),
    ...long.map((finding) => ({ ...finding, code: 'THREAD_PART_TOO_LONG' as const })),
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
function blocked(message: string, parts: number, whole: Finding | null): Finding {
  const apart = { field: 'content', constraint: 'maxCount', currentValue: parts, maxValue: 1 } as const;
  return { code: 'CONTENT_TOO_LONG', ...(whole ?? apart), message };
}

/** Without threads, what splits a text elsewhere is part of it [splitting/no-threads]. */
function checkMarks({ platform, rules, content }: PostOnPlatform): Finding[] {
  if (rules.thread || !hasPartMarks(content.text)) return [];
  return [
    {
      code: 'INVALID_CONTENT',
      message: `Separators and part markers stay in the text on ${platform}, which has no threads`,
      field: 'content',
      severity: 'warning',
      suggestions: ['Remove them, or publish the parts as separate posts'],
    },
  ];
}
