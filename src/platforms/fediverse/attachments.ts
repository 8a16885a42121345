/**
 * Media of a status. They are uploaded one by one; an instance may still process one (a video) after accepting it, and
 * a status cannot reference it until that is done.
 */
import { extname } from 'node:path';
import { z } from 'zod';
import { failed } from '../kit/failed-step.js';
import { isOverdue, pollAgain, retryPoll } from '../kit/polling.js';
import type { Clock, LookupResult, Part, Step } from '../port/platform.js';
import type { FediverseClient } from './client.js';

const attachmentsSchema = z.object({
  /** In the order of the part. */
  mediaIds: z.array(z.string()).min(1),
  /** Their URLs, as far as they were known after the upload. */
  urls: z.array(z.string()).default([]),
  /** Those still being processed; a status can reference all of them once it is empty. */
  processing: z.array(z.string()),
  /** When the upload ended, in epoch milliseconds. */
  since: z.number(),
});
export type Attachments = z.infer<typeof attachmentsSchema>;

/** The attachments stored in the state of a step. */
export const readAttachments = (state: unknown): Attachments => attachmentsSchema.parse(state);

/** Uploads the media of a part, which publishes nothing. */
export async function uploadAttachments(client: FediverseClient, part: Part, clock: Clock): Promise<Step> {
  const mediaIds: string[] = [];
  const urls: string[] = [];
  const processing: string[] = [];
  for (const [index, file] of part.media.entries()) {
    const uploaded = await client.upload({ ...file, name: `${part.key}-${index}${extname(file.name)}` });
    if (uploaded.kind === 'rejected') return uploaded.step;
    const { id, url } = uploaded.value;
    mediaIds.push(id);
    if (url) urls.push(url);
    if (uploaded.answer.status === 202) processing.push(id);
  }
  const attachments: Attachments = { mediaIds, urls, processing, since: clock().getTime() };
  return processing.length === 0 ? { kind: 'ready', state: attachments } : pollAgain(attachments, clock);
}

/** `ready` once all of them are processed, `pending` until then, `absent` if the instance has lost one. */
export async function pollProcessing(
  client: FediverseClient,
  attachments: Attachments,
  clock: Clock,
): Promise<LookupResult> {
  for (const id of attachments.processing) {
    const result = await client.attachment(id);
    if (result.kind === 'ok' && result.answer.status !== 206) continue;
    if (result.kind === 'rejected') {
      return result.status === 404 ? { kind: 'absent' } : retryPoll(result.step, attachments, clock);
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
