/** The texts with which a post is sent for the first time. */
import { checkComment, commentOn } from '../../platforms/port/check-comment.js';
import { checkPart, tooLong } from '../../platforms/port/check-text.js';
import { failureOf } from '../../platforms/port/finding.js';
import type { Block, PlatformRules } from '../../platforms/port/rules.js';
import { MeasuredText } from '../../platforms/port/text-length.js';
import type { Addition } from '../posts/state/additions.js';
import type { FinishText } from '../posts/state/finish-text.port.js';
import { refuseThread, splitContent } from './split-content.js';

export interface FirstTexts {
  /** One for each part of the thread that the post becomes; the first one is that of the post. */
  parts: readonly string[];
  /** Its first comment; null: none, or it has one already. */
  comment: string | null;
  /** What was added to the text of the post. */
  additions: readonly Addition[];
  /** What was not added, because the platform would not take the text. */
  leftOff: readonly Addition[];
}

export const asStored = (text: string): FirstTexts => ({ parts: [text], comment: null, additions: [], leftOff: [] });

interface Where {
  platform: string;
  rules: PlatformRules;
  blocks: Readonly<Record<Block, boolean>>;
}

/**
 * Finishes and splits a text. No post fails because of what is added to it: validation has counted that, but posts of REST
 * are not validated, and names of accounts in link parameters change.
 */
export function firstTexts(
  { text, firstComment }: { text: string; firstComment: string | null },
  finish: FinishText | null,
  where: Where,
): FirstTexts {
  const comment = firstComment === null ? null : finishedComment(firstComment, finish, where);
  const finished = finish?.(text, 'post');
  const asWritten = split(text, where.rules);
  if (!finished || finished.text === text) return { parts: asWritten, comment, additions: [], leftOff: [] };
  const { additions } = finished;
  const parts = split(finished.text, where.rules);
  return isTaken(parts, where)
    ? { parts, comment, additions, leftOff: [] }
    : { parts: asWritten, comment, additions: [], leftOff: additions };
}

/** What the platform is sent as the first comment. */
const finishedComment = (written: string, finish: FinishText | null, where: Where): string =>
  commentOn(commentWithAdditions(written, finish, where), where.rules);

/** A first comment with what is added to it; as it is written, if the platform would not take it then. */
export function commentWithAdditions(
  written: string,
  finish: FinishText | null,
  { platform, rules, blocks }: Where,
): string {
  const finished = finish?.(written, 'comment').text ?? written;
  return failureOf(checkComment(platform, finished, rules, blocks)) === null ? finished : written;
}

const split = (text: string, rules: PlatformRules): string[] =>
  splitContent(new MeasuredText(text).on(rules.text), rules).map((part) => part.text);

function isTaken(texts: readonly string[], { platform, rules, blocks }: Where): boolean {
  if (refuseThread(platform, texts, rules, blocks) !== null) return false;
  return texts.every(
    (text) =>
      tooLong(platform, 'Content', new MeasuredText(text), rules.text) === null &&
      checkPart({ platform, rules }, text).every(({ severity }) => severity === 'warning'),
  );
}
