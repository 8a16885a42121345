/**
 * Looks for a part among the pins of its board. A part is like a pin that has its title and description, is not older
 * than the part's first attempt and does not belong to another part.
 *
 * That a pin is not in the list proves nothing: neither the list's order nor when a new pin comes into it is
 * documented.
 */
import { foundInList } from '../kit/alike.js';
import { creationTime, earliestCreation } from '../kit/earliest-creation.js';
import type { Account } from '../port/account.js';
import type { AlikePost, LookupResult, Part } from '../port/platform.js';
import { livePost, type PinboardClient } from './client.js';
import { wordsOf } from './pin.js';

/** 1000 pins. */
const MAX_PAGES = 4;

/** `alike`, `failed` while the platform cannot be read, else `unsupported`. */
export async function findPin(
  client: PinboardClient,
  { accountId: boardId, baseUrl }: Account,
  part: Part,
): Promise<LookupResult> {
  const words = wordsOf(part.text);
  if (!words.title) return { kind: 'unsupported' };
  const alike: { at: number; post: AlikePost }[] = [];
  let bookmark: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await client.pins(boardId, bookmark);
    if (listed.kind === 'rejected') return listed.step;
    const earliest = earliestCreation(part, listed.answer);
    const found = listed.value.items.filter(
      ({ id, created_at, title, description }) =>
        Date.parse(created_at) >= earliest &&
        !part.taken?.has(id) &&
        title?.trim() === words.title &&
        description?.trim() === words.description?.trim(),
    );
    for (const { id, created_at: time } of found) {
      const createdAt = creationTime(time, listed.answer);
      alike.push({ at: Date.parse(time), post: { ...livePost(id, baseUrl), createdAt } });
    }
    bookmark = listed.value.bookmark ?? null;
    if (bookmark === null) break;
  }
  const newestFirst = alike.sort((one, other) => other.at - one.at);
  return foundInList(
    newestFirst.map(({ post }) => post),
    false,
  );
}
