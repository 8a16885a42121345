/**
 * Media of a status. They are uploaded one by one; an instance may go on working on one (a video) after it has taken
 * it, and no status can have it before that is done.
 */
import { z } from 'zod';
import { failed } from '../failed-step.js';
import { FAILURES } from '../failure.js';
import type { PartMedia, Sighting, Step } from '../platform.js';
import type { FediverseClient } from './client.js';

const attachmentsSchema = z.object({
  /** In the order of the part. */
  mediaIds: z.array(z.string()).min(1),
  /** Those that the instance works on; a status may have them all when it is empty. */
  processing: z.array(z.string()),
  /** When the upload ended, in milliseconds since 1970. */
  since: z.number(),
});
type Attachments = z.infer<typeof attachmentsSchema>;

/** The attachments that a step left behind as its state. */
export const readAttachments = (state: unknown): Attachments => attachmentsSchema.parse(state);

/** How long an instance is waited for, and how often it is asked: less and less often. */
const PROCESSING_MAX_MS = 30 * 60_000;
const ASK_MS = { least: 1_000, most: 60_000 };

/** Uploads the media of a part, which publishes nothing. */
export async function uploadAttachments(client: FediverseClient, media: readonly PartMedia[]): Promise<Step> {
  const mediaIds: string[] = [];
  const processing: string[] = [];
  for (const file of media) {
    const uploaded = await client.upload(file);
    if (uploaded.kind === 'refused') return uploaded.step;
    const { id } = uploaded.value;
    mediaIds.push(id);
    if (uploaded.answer.status === 202) processing.push(id);
  }
  const attachments: Attachments = { mediaIds, processing, since: Date.now() };
  return processing.length === 0 ? { kind: 'ready', state: attachments } : stillProcessing(attachments);
}

/** `ready` when the instance is done with all of them, `pending` while it is not, `absent` when it has lost one. */
export async function askProcessed(client: FediverseClient, attachments: Attachments): Promise<Sighting> {
  const isOverdue = Date.now() - attachments.since > PROCESSING_MAX_MS;
  for (const id of attachments.processing) {
    const asked = await client.attachment(id);
    if (asked.kind === 'read' && asked.answer.status !== 206) continue;
    if (asked.kind === 'refused') {
      if (asked.status === 404) return { kind: 'absent' };
      if (isOverdue || !FAILURES[asked.step.failure.code].retryable) return asked.step;
    } else if (isOverdue) {
      const context = { platform: 'fediverse', purpose: 'prepare', secrets: [] } as const;
      return failed('TIMEOUT_ERROR', context, { outcome: 'rejected', happened: 'did not get the media ready in time' });
    }
    return stillProcessing(attachments);
  }
  return { kind: 'ready', state: { ...attachments, processing: [] } };
}

/** As long again as it has taken so far. */
function stillProcessing(attachments: Attachments): Step {
  const age = Date.now() - attachments.since;
  return { kind: 'pending', state: attachments, checkAfterMs: Math.min(Math.max(age, ASK_MS.least), ASK_MS.most) };
}
