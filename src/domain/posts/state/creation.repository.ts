import { prepared } from '../../../foundation/database/statement.js';
import { expression, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { UserEntity } from '../../identity/account/user.entity.js';
import type { OwnerOfPlan } from '../../usage/quota.step.js';
import { type ReceivingWebhook, receivingWebhooks } from '../../webhooks/webhook.repository.js';

const BASIS = table(UserEntity)
  .only('plan', 'channelQuantity', 'limitOverrides', 'additionsRevision')
  .of('o')
  .plus({
    platformId: expression<string | null>('c.platform_id'),
    accountId: expression<string>('c.account_id'),
    webhooks: expression<ReceivingWebhook[]>('receiving.webhooks'),
  });

/** What a new group is checked against. */
export interface CreationBasis {
  owner: OwnerOfPlan & Pick<UserEntity, 'additionsRevision'>;
  /** Those of the platform ids that the user has connected. */
  connections: { platformId: string; accountId: string }[];
  /** Those of the user, which stay until the transaction ends. */
  webhooks: ReceivingWebhook[];
}

/**
 * Takes the lock of the account that carries the plan, and reads what its user has connected, and who hears of it: one statement. Counts that
 * are read after it stay valid until the transaction ends.
 */
export async function lockForCreation(
  db: Db,
  { ownerId, userId, platformIds }: { ownerId: string; userId: string; platformIds: readonly string[] },
): Promise<CreationBasis> {
  const result = await db.query(
    prepared(
      `SELECT ${BASIS.list}
         FROM users o LEFT JOIN connections c ON c.user_id = $2 AND c.platform_id = ANY($3::text[]),
              (SELECT coalesce(jsonb_agg(w), '[]') AS webhooks FROM (${receivingWebhooks('ARRAY[$2]')}) w) receiving
        WHERE o.id = $1 FOR NO KEY UPDATE OF o`,
    ),
    [ownerId, userId, platformIds],
  );
  const rows = BASIS.rows(result);
  const [owner] = rows;
  if (!owner) throw new AppError('ACCOUNT_INACTIVE');
  return {
    owner,
    webhooks: owner.webhooks,
    connections: rows.flatMap(({ platformId, accountId }) => (platformId === null ? [] : { platformId, accountId })),
  };
}
