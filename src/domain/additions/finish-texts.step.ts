import type { FinishTexts } from '../posts/state/finish-text.port.js';
import { additionsOfTargets } from './addition.repository.js';
import { finishWith } from './finish-text.js';

/** Adds signatures and link parameters. */
export const finishTexts: FinishTexts = async (db, targets) => {
  const set = await additionsOfTargets(db, targets);
  return targets.map((target, index) => {
    const found = set[index];
    return found ? finishWith(found, target) : null;
  });
};
