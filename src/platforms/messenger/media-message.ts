/**
 * Media with a text. One that is too long for a caption follows as a reply.
 *
 * The media go first, because they are more likely to be rejected: then nothing was published. After that, a
 * rate-limited text is sent later; a rejected one, or one with an unknown outcome, makes the outcome of the part
 * unknown: its owner is notified, and nothing is sent twice.
 */
import { z } from 'zod';
import { uploadMs } from '../../foundation/http-client/http-body.js';
import { DAY_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import type { FailedStep } from '../kit/failed-step.js';
import type { Clock, LookupResult, Part, State, Step } from '../port/platform.js';
import type { Bot } from './client.js';
import { rules } from './rules.js';

const CAPTION_MAX = rules.text.maxWithMedia ?? 0;

/** A text that could not be sent this long after the part's first try is given up. */
const HOLD_MAX_MS = DAY_MS;
const HOLD_MS = { least: 5_000, most: 15 * MINUTE_MS };

/** The first message of the media, and the others. */
const mediaIds = { mediaId: z.int(), otherIds: z.array(z.int()).default([]) };

/** What is sent next; a `held` text is certainly not sent, the outcome of the others is unknown. */
const progressSchema = z.discriminatedUnion('next', [
  z.object({ next: z.literal('media') }),
  z.object({ next: z.literal('text'), ...mediaIds }),
  z.object({ next: z.literal('held text'), ...mediaIds }),
]);
type Progress = z.infer<typeof progressSchema>;

const ready = (state: Progress, withinMs = 0): Step => ({ kind: 'ready', state, withinMs });

/** There is no preparation: the request that uploads the media publishes them. */
export function prepareMedia({ media }: Part): Step {
  const bytes = media.reduce((sum, file) => sum + file.bytes, 0);
  return ready({ next: 'media' }, uploadMs(bytes));
}

/** Sends what is next. */
export async function sendNext(bot: Bot, chatId: string, part: Part, state: State, clock: Clock): Promise<Step> {
  const progress = progressSchema.parse(state);
  // A blank text is none, however long.
  const isCaption = part.text.length <= CAPTION_MAX || part.text.trim() === '';
  if (progress.next === 'media') {
    const sent = await bot.sendMedia(chatId, part.media, isCaption ? part.text : '');
    if (sent.kind === 'rejected') return sent.step;
    const { result } = sent.value;
    const { first, others } = result;
    const { message_id: mediaId } = first;
    if (!isCaption) return ready({ next: 'text', mediaId, otherIds: others });
    return { kind: 'published', postedId: String(mediaId), furtherIds: others.map(String), ...bot.addressOf(first) };
  }
  const { mediaId, otherIds } = progress;
  const sent = await bot.sendMessage(chatId, part.text, mediaId);
  if (sent.kind === 'rejected') return withoutText(sent.step, progress, part, clock);
  const { result } = sent.value;
  const furtherIds = [...otherIds, result.message_id].map(String);
  return { kind: 'published', postedId: String(mediaId), furtherIds, ...bot.addressOf(result, mediaId) };
}

/** A held text can be sent: it certainly was not. */
export function lookUpMedia(state: State): LookupResult {
  const progress = progressSchema.parse(state);
  return progress.next === 'held text' ? ready({ ...progress, next: 'text' }) : { kind: 'unsupported' };
}

function withoutText(
  { failure }: FailedStep,
  { mediaId, otherIds }: Exclude<Progress, { next: 'media' }>,
  part: Part,
  clock: Clock,
): Step {
  const { outcome, retryAt } = failure;
  const now = clock().getTime();
  const giveUpAt = part.at.getTime() + HOLD_MAX_MS;
  if (outcome === 'rejected' && retryAt && Math.max(now, retryAt.getTime()) < giveUpAt) {
    const state: Progress = { next: 'held text', mediaId, otherIds };
    // If the platform always says "now", it is retried less and less often.
    const inTurn = Math.min(Math.max(now - part.at.getTime(), HOLD_MS.least), HOLD_MS.most);
    return { kind: 'pending', state, checkAfterMs: Math.max(inTurn, retryAt.getTime() - now) };
  }
  const message = `messenger has the media (message ${mediaId}), but their text may be missing: ${failure.message}`;
  return { kind: 'failed', failure: { ...failure, outcome: 'unknown', message } };
}
