import type { FinishTexts, TextTarget } from '../posts/state/finish-text.port.js';
import { additionsOfTargets } from './addition.repository.js';
import { finishWith } from './finish-text.js';

/** Adds signatures and link parameters. */
export const finishTexts: FinishTexts = async (db, targets) => {
  // Many posts have few accounts.
  const accounts = new Map(targets.map((target) => [keyOf(target), target]));
  const set = await additionsOfTargets(db, [...accounts.values()]);
  const found = new Map([...accounts.keys()].map((key, index) => [key, set[index]]));
  return targets.map((target) => {
    const additions = found.get(keyOf(target));
    return additions ? finishWith(additions, target) : null;
  });
};

const keyOf = ({ userId, platform, platformId }: TextTarget): string => JSON.stringify([userId, platform, platformId]);
