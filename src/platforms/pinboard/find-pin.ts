/**
 * Looks for a part among the pins of its board. Only its text identifies a pin: it is the part if it has the same
 * title and description, is not older than the part's first attempt and is not another post of this service.
 *
 * That a pin is not in the list proves nothing: neither the list's order nor when a new pin comes into it is
 * documented.
 */
import { earliestCreation } from '../kit/earliest-creation.js';
import type { Account } from '../port/account.js';
import type { LookupResult, Part } from '../port/platform.js';
import { type PinboardClient, published } from './client.js';
import { wordsOf } from './pin.js';

/** 1000 pins. */
const MAX_PAGES = 4;

/** `published`, `failed` while the platform cannot be read, else `unsupported`. */
export async function findPin(
  client: PinboardClient,
  { accountId: boardId, baseUrl }: Account,
  part: Part,
): Promise<LookupResult> {
  const words = wordsOf(part.text);
  if (!words.title) return { kind: 'unsupported' };
  let bookmark: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await client.pins(boardId, bookmark);
    if (listed.kind === 'rejected') return listed.step;
    const earliest = earliestCreation(part, listed.answer);
    const found = listed.value.items.find(
      ({ id, created_at, title, description }) =>
        Date.parse(created_at) >= earliest &&
        !part.taken?.has(id) &&
        title?.trim() === words.title &&
        description?.trim() === words.description?.trim(),
    );
    if (found) return published(found.id, baseUrl);
    bookmark = listed.value.bookmark ?? null;
    if (bookmark === null) break;
  }
  return { kind: 'unsupported' };
}
