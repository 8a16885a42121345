/** Activities: what the feed shows, each of a post. */
import { z } from 'zod';
import type { UrnTranslation } from '../interactions.js';
import type { NetworkClient } from './client.js';
import { toNative, toNeutral } from './urns.js';

const activitiesSchema = z.object({
  results: z.record(z.string(), z.object({ domainEntity: z.string().regex(/^urn:li:(share|ugcPost):\d+$/) })),
});

/**
 * The post that an activity stands for (GET /v2/activities): statistics know no activities. What cannot be translated is
 * used as it is: the platform takes activities for reactions, and what it says of them is the answer.
 */
export async function canonical(
  { v2 }: NetworkClient,
  postedId: string,
): Promise<{ urn: string; translation: UrnTranslation | null }> {
  const urn = toNative(postedId);
  if (!urn.startsWith('urn:li:activity:')) return { urn, translation: null };
  const found = await v2(`/activities?ids=${urn}`, activitiesSchema);
  const post = found.kind === 'read' ? found.value.results[urn]?.domainEntity : undefined;
  if (post === undefined) return { urn, translation: null };
  return { urn: post, translation: { from: postedId, to: toNeutral(post) } };
}
