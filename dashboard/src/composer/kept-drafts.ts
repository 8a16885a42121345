import { type Draft, isUnsaved, newDraft } from './draft.js';
import { randomKey } from './random-key.js';
import { read, write } from './storage.js';

/** Where what is written about a stored group is kept in this browser. */
export const slotOf = (viewerId: string, groupId: string): string => `composer:${viewerId}:${groupId}`;

const newPrefix = (viewerId: string) => slotOf(viewerId, 'new:');

/** A place for another new post. Names sort by time. */
export const makeNewSlot = (viewerId: string): string =>
  `${newPrefix(viewerId)}${Date.now().toString(36).padStart(9, '0')}-${randomKey()}`;

export const isSlotOfNew = (slot: string): boolean => slot.split(':')[2] === 'new';

/** The new posts that are kept, the latest first. */
export const keptNewSlots = (viewerId: string): string[] =>
  slots()
    .filter((slot) => slot.startsWith(newPrefix(viewerId)) && keptDraft(slot) !== null)
    .sort()
    .reverse();

/** The draft that is kept, if there is one. A version of this dashboard that wrote another form is none. */
export function keptDraft(slot: string): Draft | null {
  const draft = read(slot);
  if (!isRecord(draft)) return null;
  const empty = newDraft([]);
  const fits = Object.entries(empty).every(([name, value]) => isAlike(draft[name], value));
  return fits ? (draft as unknown as Draft) : null;
}

/** Keeps the draft as long as something of it is nowhere else. Whether there was room for it. */
export function keepDraft(slot: string, draft: Draft): boolean {
  const isElsewhere = draft.groupId !== null && slot.endsWith(draft.groupId) && !isUnsaved(draft);
  const isEmpty = draft.groupId === null && draft.creation === null && !isUnsaved(draft);
  return isElsewhere || isEmpty ? forgetDraft(slot) : write(slot, draft);
}

export function forgetDraft(slot: string): boolean {
  try {
    localStorage.removeItem(slot);
    return true;
  } catch {
    return false;
  }
}

const targetsSlot = (viewerId: string) => `composer-targets:${viewerId}`;

/** The targets of the last post: those that the next one begins with. */
export function lastTargets(viewerId: string): string[] {
  const targets = read(targetsSlot(viewerId));
  return Array.isArray(targets) ? targets.filter((target) => typeof target === 'string') : [];
}

export const rememberTargets = (viewerId: string, platformIds: string[]): boolean =>
  write(targetsSlot(viewerId), platformIds);

/** The keys of the files of all drafts that are kept, and of those that the files were made of. */
export const keptKeys = (): Set<string> =>
  new Set(
    slots()
      .filter((slot) => slot.startsWith('composer:'))
      .flatMap((slot) => keptDraft(slot)?.files ?? [])
      .flatMap(({ key, original }) => [key, ...(original ? [original.key] : [])]),
  );

/** A browser may refuse access to its storage. */
function slots(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of the same kind as in an empty draft; where that has null there is an object, a text or a number, or null. */
const isAlike = (value: unknown, sample: unknown): boolean =>
  sample === null
    ? value === null || typeof value === 'string' || typeof value === 'number' || isRecord(value)
    : typeof value === typeof sample && Array.isArray(value) === Array.isArray(sample) && value !== null;
