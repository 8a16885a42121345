import { expression, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { ConnectionEntity } from '../accounts/connection.entity.js';
import type { ExpiringConnection } from './webhook-event.js';

const EXPIRING = table(ConnectionEntity)
  .only('id', 'userId', 'platform', 'platformId', 'username')
  .of('c')
  .plus({ expiresAt: expression<Date>('c.access_token_expires_at') });

/** Connections with unannounced expiries in this period, by id after `after`. */
export async function expiringConnections(
  db: Db,
  { from, until, after, limit }: { from: Date; until: Date; after: string; limit: number },
): Promise<ExpiringConnection[]> {
  const rows = await db.query(
    `SELECT ${EXPIRING.list} FROM connections c
      WHERE c.access_token_expires_at > $1 AND c.access_token_expires_at <= $2 AND c.revoked_at IS NULL AND c.id > $3
        AND NOT EXISTS (SELECT 1 FROM expiry_notices n
                         WHERE n.connection_id = c.id AND n.expires_at = c.access_token_expires_at)
      ORDER BY c.id LIMIT $4`,
    [from, until, after, limit],
  );
  return EXPIRING.rows(rows);
}

/** Claims the announcement of an expiry; null if already announced, or no longer within the period. */
export async function claimExpiryNotice(db: Db, connectionId: string, until: Date): Promise<ExpiringConnection | null> {
  const rows = await db.query(
    `WITH claimed AS (
       INSERT INTO expiry_notices (connection_id, expires_at)
       SELECT id, access_token_expires_at FROM connections
        WHERE id = $1 AND access_token_expires_at <= $2 AND revoked_at IS NULL
       ON CONFLICT DO NOTHING RETURNING connection_id
     )
     SELECT ${EXPIRING.list} FROM connections c JOIN claimed ON claimed.connection_id = c.id`,
    [connectionId, until],
  );
  return EXPIRING.first(rows);
}
