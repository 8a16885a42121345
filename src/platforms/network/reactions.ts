/** Reactions of an account to posts: one to each. */
import { z } from 'zod';
import type { InteractionResult, UrnTranslation } from '../port/interactions.js';
import { canonical } from './activities.js';
import { type NetworkClient, refusal } from './client.js';
import { neutral } from './urns.js';

/** The response may be empty. */
const fieldsSchema = z.record(z.string(), z.unknown()).catch({});

/** POST /rest/reactions. */
export async function react(
  client: NetworkClient,
  { postedId, reactionType }: { postedId: string; reactionType: string },
): Promise<InteractionResult<{ fields: Record<string, unknown>; translation: UrnTranslation | null }>> {
  const { urn: root, translation } = await canonical(client, postedId);
  const request = { method: 'POST', json: { root, reactionType } } as const;
  const made = await client.rest(`/reactions?actor=${encodeURIComponent(client.author)}`, fieldsSchema, request);
  if (made.kind === 'rejected') return refusal(made);
  return { kind: 'ok', value: { fields: { ...neutral(made.value), reactionType }, translation } };
}

/** DELETE /rest/reactions/(actor:…,entity:…). */
export async function removeReaction(
  client: NetworkClient,
  postedId: string,
): Promise<InteractionResult<{ translation: UrnTranslation | null }>> {
  const { urn, translation } = await canonical(client, postedId);
  const key = `(actor:${encodeURIComponent(client.author)},entity:${encodeURIComponent(urn)})`;
  const removed = await client.rest(`/reactions/${key}`, z.unknown(), { method: 'DELETE' });
  return removed.kind === 'rejected' ? refusal(removed) : { kind: 'ok', value: { translation } };
}
