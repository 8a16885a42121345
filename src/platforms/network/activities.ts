/** Activities: what the feed shows, each of a post. */
import { z } from 'zod';
import type { FailedStep } from '../kit/failed-step.js';
import type { UrnTranslation } from '../port/interactions.js';
import { type NetworkClient, refusal } from './client.js';
import { toNative, toNeutral } from './urns.js';

const activitiesSchema = z.object({
  results: z.record(z.string(), z.object({ domainEntity: z.string().regex(/^urn:li:(share|ugcPost):\d+$/) })),
});

/**
 * The post of an activity (GET /v2/activities). An id that cannot be translated is kept: the platform accepts
 * activities for reactions. It accepts none in statistics, so `refused` has the reason why there is no translation.
 */
export async function canonical(
  { v2 }: NetworkClient,
  postedId: string,
): Promise<{ urn: string; translation: UrnTranslation | null; refused?: FailedStep }> {
  const urn = toNative(postedId);
  if (!urn.startsWith('urn:li:activity:')) return { urn, translation: null };
  const found = await v2(`/activities?ids=${urn}`, activitiesSchema);
  if (found.kind === 'rejected') return { urn, translation: null, refused: refusal(found) };
  const post = found.value.results[urn]?.domainEntity;
  if (post === undefined) return { urn, translation: null };
  return { urn: post, translation: { from: postedId, to: toNeutral(post) } };
}
