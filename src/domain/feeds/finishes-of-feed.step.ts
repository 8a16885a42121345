import type { Db } from '../../foundation/database/unit-of-work.js';
import { ALL_ADDITIONS } from '../posts/state/additions.js';
import type { FinishTexts } from '../posts/state/finish-text.port.js';
import { parseTargets } from '../posts/state/targets.js';
import type { Finishes } from './post-of-entry.js';

/** What is added to texts of these targets that are published about now. One query. */
export async function finishesOf(
  { db, finishTexts, clock }: { db: Db; finishTexts: FinishTexts; clock: () => Date },
  userId: string,
  platformIds: readonly string[],
): Promise<Finishes> {
  const targets = parseTargets(platformIds);
  const found = await finishTexts(
    db,
    targets.map(({ platform, platformId }) => ({ userId, platform, platformId, at: clock(), ...ALL_ADDITIONS })),
  );
  return new Map(
    targets.flatMap(({ platformId }, index) => {
      const finish = found[index];
      return finish ? [[platformId, finish] as const] : [];
    }),
  );
}
