import { recordAudit } from '../domain/audit/audit.repository.js';
import { type Banner, MAX_BANNER } from '../domain/banner/banner.js';
import { deleteBanner, findBanner, saveBanner } from '../domain/banner/banner.repository.js';
import { isBlank } from '../foundation/blank-text.js';
import { storableText } from '../foundation/database/storable-text.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import { AdminError } from './admin-error.js';

/** The banner for all users. */
export interface AdministerBanner {
  /** Null: none is shown. */
  current(): Promise<Banner | null>;
  /** Shows it in place of the one before. */
  show(banner: Banner): Promise<Banner>;
  /** False: there was none. */
  remove(): Promise<boolean>;
}

export const makeAdministerBanner = (needs: {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
}): AdministerBanner => ({
  current: () => findBanner(needs.db, needs.clock()),
  async show({ text: given, level, until }) {
    const text = storableText(given.trim());
    if (isBlank(text)) throw new AdminError('A banner has a text that can be seen.');
    if (text.length > MAX_BANNER) throw new AdminError(`A banner has at most ${MAX_BANNER} characters.`);
    if (until && until <= needs.clock()) throw new AdminError('The end of a banner must be in the future.');
    const banner = { text, level, until };
    await needs.transaction(async (tx) => {
      await saveBanner(tx, banner);
      const details = { text, level, until: until?.toISOString() ?? null };
      await recordAudit(tx, null, { action: 'banner_shown', details });
    });
    return banner;
  },
  remove: () =>
    needs.transaction(async (tx) => {
      const removed = await deleteBanner(tx);
      if (removed) await recordAudit(tx, null, { action: 'banner_removed' });
      return removed;
    }),
});
