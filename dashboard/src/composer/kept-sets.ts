import { read, write } from './storage.js';

/** Accounts that are often posted to together, under a name. Kept in this browser. */
export interface AccountSet {
  name: string;
  platformIds: string[];
}

const MOST_SETS = 50;
export const LONGEST_NAME = 60;
const slotOfSets = (viewerId: string): string => `composer-sets:${viewerId}`;

export function keptSets(viewerId: string): AccountSet[] {
  const kept = read(slotOfSets(viewerId));
  return Array.isArray(kept) ? kept.filter(isSet).slice(0, MOST_SETS) : [];
}

export const keepSets = (viewerId: string, sets: AccountSet[]): boolean => write(slotOfSets(viewerId), sets);

/** The sets with this one, in place of one of the same name; null if there are too many. */
export function withSet(sets: AccountSet[], set: AccountSet): AccountSet[] | null {
  const others = sets.filter(({ name }) => name !== set.name);
  return others.length < MOST_SETS ? [...others, set].sort((one, other) => one.name.localeCompare(other.name)) : null;
}

const isSet = (value: unknown): value is AccountSet => {
  const { name, platformIds } = (value ?? {}) as Partial<AccountSet>;
  return typeof name === 'string' && Array.isArray(platformIds) && platformIds.every((id) => typeof id === 'string');
};
