import type { Db } from '../../foundation/database/unit-of-work.js';
import { sessionOf, type Viewer } from './access/viewer.js';
import { countRecoveryCodes, findSecondFactor } from './second-factor/second-factor.repository.js';

interface Needs {
  db: Db;
}

export interface TwoFactorState {
  /** Null: it is off. */
  enabledAt: Date | null;
  recoveryCodesLeft: number;
}

export type FindTwoFactor = (viewer: Viewer) => Promise<TwoFactorState>;

export const makeFindTwoFactor =
  ({ db }: Needs): FindTwoFactor =>
  async (viewer) => {
    const { personId } = sessionOf(viewer);
    const factor = await findSecondFactor(db, personId);
    return { enabledAt: factor?.confirmedAt ?? null, recoveryCodesLeft: await countRecoveryCodes(db, personId) };
  };
