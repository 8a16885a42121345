/**
 * Media of a status. They are uploaded one by one; an instance may still process one (a video) after accepting it, and
 * a status cannot reference it until that is done.
 */

import { z } from 'zod';
import { failed } from '../kit/failed-step.js';
import { isOverdue, pollAgain, retryPoll } from '../kit/polling.js';
import type { Clock, LookupResult, PartMedia, Step } from '../port/platform.js';
import type { FediverseClient } from './client.js';

const attachmentsSchema = z.object({
  /** In the order of the part. */
  mediaIds: z.array(z.string()).min(1),
  /** Those still being processed; a status can reference all of them once it is empty. */
  processing: z.array(z.string()),
  /** When the upload ended, in epoch milliseconds. */
  since: z.number(),
});
type Attachments = z.infer<typeof attachmentsSchema>;

/** The attachments stored in the state of a step. */
export const readAttachments = (state: unknown): Attachments => attachmentsSchema.parse(state);

/** Uploads the media of a part, which publishes nothing. */
export async function uploadAttachments(
  client: FediverseClient,
  media: readonly PartMedia[],
  clock: Clock,
): Promise<Step> {
  const mediaIds: string[] = [];
  const processing: string[] = [];
  for (const file of media) {
    const uploaded = await client.upload(file);
    if (uploaded.kind === 'rejected') return uploaded.step;
    const { id } = uploaded.value;
    mediaIds.push(id);
    if (uploaded.answer.status === 202) processing.push(id);
  }
  const attachments: Attachments = { mediaIds, processing, since: clock().getTime() };
  return processing.length === 0 ? { kind: 'ready', state: attachments } : pollAgain(attachments, clock);
}

/** `ready` once all of them are processed, `pending` until then, `absent` if the instance has lost one. */
export async function pollProcessing(
  client: FediverseClient,
  attachments: Attachments,
  clock: Clock,
): Promise<LookupResult> {
  for (const id of attachments.processing) {
    const asked = await client.attachment(id);
    if (asked.kind === 'ok' && asked.answer.status !== 206) continue;
    if (asked.kind === 'rejected') {
      return asked.status === 404 ? { kind: 'absent' } : retryPoll(asked.step, attachments, clock);
    }
    if (isOverdue(attachments, clock)) {
      const context = { platform: 'fediverse', purpose: 'prepare', secrets: [] } as const;
      return failed('TIMEOUT_ERROR', context, {
        outcome: 'rejected',
        happened: 'did not finish processing the media in time',
      });
    }
    return pollAgain(attachments, clock);
  }
  return { kind: 'ready', state: { ...attachments, processing: [] } };
}
