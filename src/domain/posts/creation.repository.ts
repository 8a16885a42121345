import { prepared } from '../../foundation/database/statement.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { OwnerOfPlan } from '../usage/quota.use-case.js';

/** What a new group is checked against. */
export interface CreationBasis {
  owner: OwnerOfPlan;
  /** Those of the platform ids that the user has connected. */
  connections: { platformId: string; accountId: string }[];
}

/**
 * Takes the lock of the account that carries the plan, and reads what its user has connected: one statement. Counts that
 * are read after it stay valid until the transaction ends.
 */
export async function lockForCreation(
  db: Db,
  { ownerId, userId, platformIds }: { ownerId: string; userId: string; platformIds: readonly string[] },
): Promise<CreationBasis> {
  const rows: (OwnerOfPlan & { platformId: string | null; accountId: string })[] = await db.query(
    prepared(
      `SELECT o.plan, o.channel_quantity AS "channelQuantity", c.platform_id AS "platformId", c.account_id AS "accountId"
         FROM users o LEFT JOIN connections c ON c.user_id = $2 AND c.platform_id = ANY($3::text[])
        WHERE o.id = $1 FOR NO KEY UPDATE OF o`,
    ),
    [ownerId, userId, platformIds],
  );
  const [owner] = rows;
  if (!owner) throw new AppError('ACCOUNT_INACTIVE');
  return {
    owner,
    connections: rows.flatMap(({ platformId, accountId }) => (platformId === null ? [] : { platformId, accountId })),
  };
}
