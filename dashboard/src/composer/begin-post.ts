import { newDraft } from './draft.js';
import { keepDraft, lastTargets, makeNewSlot } from './kept-drafts.js';
import { continueWith } from './use-new-slot.js';

/**
 * Begins a new post with a text, which the composer of this window shows next. It goes to the accounts of the last post,
 * or to `platformIds` before the first one. Returns false if the browser has no room for it.
 */
export function beginPost(viewerId: string, content: string, platformIds: string[]): boolean {
  const slot = makeNewSlot(viewerId);
  const last = lastTargets(viewerId);
  if (!keepDraft(slot, { ...newDraft(last.length > 0 ? last : platformIds), content })) return false;
  continueWith(slot);
  return true;
}
