/**
 * Looks for a part among the account's statuses. Statuses cannot be looked up by idempotency key. An upload belongs to
 * one status alone, so it marks a part with media; snac gives it another id there, and the same URL. A part without
 * media is like a status that has its text, replies to the same status, is not older than the part's first attempt and
 * does not belong to another part.
 */
import { foundInList } from '../kit/alike.js';
import { creationTime, earliestCreation } from '../kit/earliest-creation.js';
import type { AlikePost, LivePost, LookupResult, Part } from '../port/platform.js';
import type { Attachments } from './attachments.js';
import { DEFAULT_PAGE_SIZE, type FediverseClient } from './client.js';

/** 200 statuses since the first attempt: a more active account cannot be searched within its rate limit. */
const MAX_PAGES = 5;

/** `published`, `alike`, `absent`, `failed` while the platform cannot be read, `unsupported` if the result is inconclusive. */
export async function findStatus(
  client: FediverseClient,
  accountId: string,
  part: Part,
  attachments: Attachments | null,
): Promise<LookupResult> {
  // No status is without both: the media were not even uploaded.
  if (attachments === null && part.text.trim() === '') return { kind: 'absent' };
  const alike: AlikePost[] = [];
  let unreadable = false;
  let maxId: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await client.statuses(accountId, maxId);
    if (listed.kind === 'rejected') return listed.step;
    // Servers without paging, such as snac, return the same page again.
    if (listed.value.some(({ id }) => id === maxId)) {
      return foundInList(alike, listed.value.length < DEFAULT_PAGE_SIZE && !unreadable);
    }
    const earliest = earliestCreation(part, listed.answer);
    for (const status of listed.value) {
      if (Date.parse(status.created_at) < earliest) return foundInList(alike, !unreadable);
      maxId = status.id;
      if (part.taken?.has(status.id) || (status.in_reply_to_id ?? null) !== part.replyTo) continue;
      if (attachments !== null) {
        if (status.media_attachments.some((media) => isOneOf(attachments, media))) return published(status);
        continue;
      }
      const source = await client.source(status.id);
      if (source.kind === 'rejected') {
        // Deleted since it was listed, or the server does not support sources; the latter would hide the part.
        if (source.status !== 404) return source.step;
        unreadable = true;
      } else if (sameText(source.value.text, part.text)) {
        alike.push({ ...livePost(status), createdAt: creationTime(status.created_at, listed.answer) });
      }
    }
    if (listed.value.length === 0) return foundInList(alike, !unreadable);
  }
  return foundInList(alike, false);
}

const livePost = ({ id, url }: { id: string; url?: string | null }): LivePost => ({
  postedId: id,
  ...(url ? { url } : {}),
});

/** The step of a part that is a status. */
export const published = (status: { id: string; url?: string | null }) =>
  ({ kind: 'published', ...livePost(status) }) as const;

const isOneOf = ({ mediaIds, urls }: Attachments, { id, url }: { id: string; url?: string | null }): boolean =>
  mediaIds.includes(id) || (!!url && urls.includes(url));

/** The platform trims a text before storing it. */
function sameText(stored: string, written: string): boolean {
  return stored.trim() === written.trim();
}
