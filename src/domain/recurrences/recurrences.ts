/** What a recurrence is, and within which bounds. */
import { AppError } from '../../foundation/errors/app-error.js';
import type { ErrorDetails } from '../../foundation/errors/catalogue.js';
import { within } from '../../foundation/errors/within.js';
import { DAY_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import type { AuditSubject } from '../audit/audit-event.js';
import { parseContent } from '../posts/state/parse-post.js';
import { isLongerThan, MAX_CONTENT, MAX_OVERRIDES } from '../posts/state/post-bounds.js';
import { leavesMonthsOut, type RuleInZone, timesOf } from './recurrence-rule.js';

/** Recurrences of an account. */
export const MAX_RECURRENCES = 100;
/** Texts beside that of the template. */
const MAX_TEXTS = 20;
const LONGEST_AGO_MS = 3_653 * DAY_MS;
const LONGEST_AHEAD_MS = 5 * 365 * DAY_MS;

/** Posts are created so long before their time, or as long before as the plan allows. */
export const HORIZON_DAYS = 60;
/** How often an occurrence that was refused is tried again until its time. */
const RETRY_MS = 15 * MINUTE_MS;
/** Posts that are due sooner are not replaced: another one might not be created in time. */
export const SETTLED_MS = 5 * MINUTE_MS;

export const OccurrenceState = { CREATED: 'CREATED', SKIPPED: 'SKIPPED', MISSED: 'MISSED' } as const;
export type OccurrenceState = (typeof OccurrenceState)[keyof typeof OccurrenceState];

export const RecurrenceState = { ACTIVE: 'ACTIVE', PAUSED: 'PAUSED', ENDED: 'ENDED' } as const;
export type RecurrenceState = (typeof RecurrenceState)[keyof typeof RecurrenceState];

export const RecurrenceWarning = { SAME_TEXT: 'SAME_TEXT', SHORT_MONTHS: 'SHORT_MONTHS' } as const;
export type RecurrenceWarning = (typeof RecurrenceWarning)[keyof typeof RecurrenceWarning];

/** Why an occurrence could not be created: an error of createPost, or that the service was late. */
export interface Problem {
  code: string;
  message: string;
}

export const TOO_LATE: Problem = { code: 'TOO_LATE', message: 'The service could not create the post in time' };

/** Errors of a text that a problem names, and characters of the text. */
const NAMED_ISSUES = 3;
const NAMED_TEXT = 40;

/**
 * Why a post with this text could not be created; null: with that of the template. If platforms would refuse it, the
 * message says which text, platforms and rules.
 */
export function problemOf({ code, message, details }: AppError, text: string | null): Problem {
  if (code !== 'VALIDATION_FAILED') return { code, message };
  const { errors } = (details as ErrorDetails<'VALIDATION_FAILED'>).validation;
  const named = errors
    .slice(0, NAMED_ISSUES)
    .map((issue) => (issue.message.includes(issue.platform) ? issue.message : `${issue.platform}: ${issue.message}`));
  const more = errors.length > NAMED_ISSUES ? [`${errors.length - NAMED_ISSUES} more`] : [];
  const short = text && isLongerThan(text, NAMED_TEXT) ? `${text.slice(0, NAMED_TEXT).toWellFormed()}…` : text;
  const which = short === null ? 'The text of the template' : `The text "${short}"`;
  return { code, message: `${which} cannot be published: ${[...named, ...more].join('; ')}` };
}

export interface Recurrence extends RuleInZone {
  id: string;
  userId: string;
  templateId: string | null;
  endsBefore: Date | null;
  texts: string[];
  personId: string | null;
  publishes: boolean;
  pausedAt: Date | null;
  nextAt: Date | null;
  dueAt: Date | null;
  usedTexts: number;
  problem: Problem | null;
  createdAt: Date;
  updatedAt: Date;
}

export const stateOf = ({ pausedAt, nextAt, templateId }: Pick<Recurrence, 'pausedAt' | 'nextAt' | 'templateId'>) => {
  if (templateId === null || nextAt === null) return RecurrenceState.ENDED;
  return pausedAt === null ? RecurrenceState.ACTIVE : RecurrenceState.PAUSED;
};

/** The state that is shown: a recurrence whose posts were all created ends with the last of them. */
export function shownState(recurrence: Recurrence, now: Date): RecurrenceState {
  const state = stateOf(recurrence);
  const isAhead = recurrence.templateId !== null && recurrence.nextAt === null && nextAfter(recurrence, now) !== null;
  if (!isAhead) return state;
  return recurrence.pausedAt === null ? RecurrenceState.ACTIVE : RecurrenceState.PAUSED;
}

export const warningsOf = (recurrence: RuleInZone & Pick<Recurrence, 'texts'>): RecurrenceWarning[] => [
  ...(recurrence.texts.length === 0 ? [RecurrenceWarning.SAME_TEXT] : []),
  ...(leavesMonthsOut(recurrence) ? [RecurrenceWarning.SHORT_MONTHS] : []),
];

/** The first occurrence later than a time; null: none follows. */
export function nextAfter(recurrence: RuleInZone & Pick<Recurrence, 'endsBefore'>, after: Date): Date | null {
  const [next] = timesOf(recurrence, after);
  return next && (recurrence.endsBefore === null || next < recurrence.endsBefore) ? next : null;
}

/** Where a recurrence goes on, and when it is looked at. */
export const goingOn = (
  nextAt: Date | null,
  horizonMs = HORIZON_DAYS * DAY_MS,
): Pick<Recurrence, 'nextAt' | 'dueAt' | 'problem'> => ({
  nextAt,
  dueAt: nextAt && new Date(nextAt.getTime() - horizonMs),
  problem: null,
});

/** When an occurrence that was refused is tried again: at the latest at its time, when it is missed. */
export const retryAt = (occursAt: Date, now: Date): Date =>
  new Date(Math.min(occursAt.getTime(), now.getTime() + RETRY_MS));

/** The text of the next post; null: that of the template. */
export function nextText({ texts, usedTexts }: Pick<Recurrence, 'texts' | 'usedTexts'>): string | null {
  const index = usedTexts % (texts.length + 1);
  return index === 0 ? null : (texts[index - 1] ?? null);
}

/** Errors: RECURRENCE_TEXTS_INVALID, CONTENT_TOO_LONG, and those of a content. */
export function parseTexts(given: readonly string[]): string[] {
  if (given.length > MAX_TEXTS || isLongerThan(given.join(''), MAX_OVERRIDES)) {
    throw new AppError('RECURRENCE_TEXTS_INVALID');
  }
  return given.map((text, index) => {
    const at = `texts.${index}`;
    if (isLongerThan(text, MAX_CONTENT)) throw new AppError('CONTENT_TOO_LONG').at(at);
    return within(at, () => parseContent(text));
  });
}

/** A start without seconds. Error: RECURRENCE_START_INVALID. */
export function parseStart(given: Date, now: Date): Date {
  const start = Math.floor(given.getTime() / MINUTE_MS) * MINUTE_MS;
  if (start < now.getTime() - LONGEST_AGO_MS || start > now.getTime() + LONGEST_AHEAD_MS) {
    throw new AppError('RECURRENCE_START_INVALID');
  }
  return new Date(start);
}

export const recurrenceSubject = ({ id, rule }: Pick<Recurrence, 'id' | 'rule'>): AuditSubject => ({
  type: 'recurrence',
  id,
  name: rule,
});
