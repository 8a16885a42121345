import { checkPart, tooLong } from './check-text.js';
import type { Finding } from './finding.js';
import type { Block, PlatformRules } from './rules.js';
import { MeasuredText } from './text-length.js';

/** The first comment on a post, as it is written. */
export function checkComment(
  platform: string,
  written: string,
  rules: PlatformRules,
  blocks: Readonly<Record<Block, boolean>>,
): Finding[] {
  const { comment, thread, withoutComments } = rules;
  if (!comment) {
    const what = withoutComments === undefined ? '' : ` on ${withoutComments}`;
    return [notSupported(`${platform} takes no first comments${what} from this service`)];
  }
  const blockedBy = comment.isReply && thread?.blockedBy;
  if (blockedBy && blocks[blockedBy])
    return [notSupported('First comments are replies, which are blocked pending platform permissions.')];
  const text = commentOn(written, rules);
  const long = tooLong(platform, 'First comment', new MeasuredText(text), comment.text);
  return [
    ...(long ? [{ ...long, code: 'FIRST_COMMENT_TOO_LONG' as const }] : []),
    ...(comment.isReply ? checkPart({ platform, rules }, text) : []),
  ].map((finding) => ({ ...finding, field: 'firstComment' }));
}

const notSupported = (message: string): Finding => ({
  code: 'FIRST_COMMENT_NOT_SUPPORTED',
  message,
  field: 'firstComment',
  suggestions: ['Remove the first comment for this account'],
});

/** A first comment as a platform is sent it: where it is a reply, it has the mentions that posts have. */
export const commentOn = (text: string, { comment, text: posts }: PlatformRules): string =>
  new MeasuredText(text).on(comment?.isReply ? posts : {}).text;
