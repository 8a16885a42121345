import type { Db } from '../../foundation/database/unit-of-work.js';
import type { RateKey, RateUse } from './rate-limits.js';

/** The uses of several limits, locked until the transaction ends; in one order, so that transactions do not deadlock. */
export async function lockRateUses(db: Db, keys: readonly RateKey[]): Promise<RateUse[]> {
  return db.query(
    `INSERT INTO rate_uses (platform_id, name, uses)
     SELECT DISTINCT k."platformId", k.name, '{}'::jsonb
       FROM jsonb_to_recordset($1::jsonb) AS k("platformId" text, name text) ORDER BY 1, 2
     ON CONFLICT (platform_id, name) DO UPDATE SET uses = rate_uses.uses
     RETURNING platform_id AS "platformId", name, uses`,
    [JSON.stringify(keys)],
  );
}

export async function storeRateUses(db: Db, uses: readonly RateUse[]): Promise<void> {
  await db.query(
    `UPDATE rate_uses r SET uses = c.uses
       FROM jsonb_to_recordset($1::jsonb) AS c("platformId" text, name text, uses jsonb)
      WHERE r.platform_id = c."platformId" AND r.name = c.name`,
    [JSON.stringify(uses)],
  );
}
