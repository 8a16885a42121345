import { prepared } from '../../foundation/database/statement.js';
import { table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { RateKey, RateUse } from './rate-limits.js';
import { RateUseEntity } from './rate-use.entity.js';

const USE = table(RateUseEntity);
const KEY = USE.except('uses');

/** The uses of several limits, locked until the transaction ends; in one order, so that transactions do not deadlock. */
export async function lockRateUses(db: Db, keys: readonly RateKey[]): Promise<RateUse[]> {
  const rows = await db.query(
    prepared(
      `INSERT INTO rate_uses (${KEY.names}, uses)
       SELECT DISTINCT ${KEY.from('k')}, '{}'::jsonb FROM jsonb_to_recordset($1::jsonb) AS k(${KEY.record}) ORDER BY 1, 2, 3, 4
       ON CONFLICT (${KEY.names}) DO UPDATE SET uses = rate_uses.uses
       RETURNING ${USE.list}`,
    ),
    [KEY.toJson(keys)],
  );
  return USE.rows(rows);
}

/** The uses of several limits as they are now; a limit that was not used is missing. */
export async function readRateUses(db: Db, keys: readonly RateKey[]): Promise<RateUse[]> {
  const rows = await db.query(
    `SELECT ${USE.of('r').list} FROM rate_uses r JOIN jsonb_to_recordset($1::jsonb) AS k(${KEY.record})
         ON (r.platform, r.account_id, r.base_url, r.name) = (${KEY.from('k')})`,
    [KEY.toJson(keys)],
  );
  return USE.rows(rows);
}

export async function storeRateUses(db: Db, uses: readonly RateUse[]): Promise<void> {
  await db.query(
    prepared(
      `UPDATE rate_uses r SET uses = c.uses FROM jsonb_to_recordset($1::jsonb) AS c(${USE.record})
        WHERE (r.platform, r.account_id, r.base_url, r.name) = (${KEY.from('c')})`,
    ),
    [USE.toJson(uses)],
  );
}
