import { table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { BannerEntity } from './banner.entity.js';
import type { Banner } from './banner.js';

const BANNER = table(BannerEntity).except('id');

/** The banner that is shown now; null without one. */
export async function findBanner(db: Db, now: Date): Promise<Banner | null> {
  return BANNER.first(await db.query(`SELECT ${BANNER.list} FROM banner WHERE until IS NULL OR until > $1`, [now]));
}

/** Shows a banner, in place of the one before. */
export async function saveBanner(db: Db, banner: Banner): Promise<void> {
  await db.upsert(BannerEntity, { id: 1, ...banner }, ['id']);
}

/** Removes the banner; false if there was none. */
export async function deleteBanner(db: Db): Promise<boolean> {
  const { affected } = await db.delete(BannerEntity, { id: 1 });
  return affected === 1;
}
