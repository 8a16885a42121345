/** Signatures and link parameters. */
import { prepared } from '../../foundation/database/statement.js';
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { ConnectionEntity } from '../accounts/connection.entity.js';
import type { TextTarget } from '../posts/state/finish-text.port.js';
import type { TargetAdditions } from './finish-text.js';
import type { LinkParameters } from './link-parameters.js';
import { LinkRuleEntity } from './link-rule.entity.js';
import { SignatureEntity } from './signature.entity.js';

const SET = computed({
  signature: expression<string | null>('s.text'),
  parameters: expression<LinkParameters | null>('r.parameters'),
  username: expression<string | null>('c.username'),
  profileUrl: expression<string | null>('c.profile_url'),
});

/** The lists are not seen by the planner, which would plan each execution for their lengths. */
const OF_TARGETS = prepared(
  `WITH given AS MATERIALIZED (SELECT $1::text[] AS users, $2::text[] AS platforms, $3::text[] AS accounts)
   SELECT ${SET.list}
     FROM given CROSS JOIN LATERAL unnest(given.users, given.platforms, given.accounts)
                           WITH ORDINALITY AS t(user_id, platform, platform_id, ordinal)
          LEFT JOIN connections c ON c.user_id = t.user_id AND c.platform_id = t.platform_id
          LEFT JOIN signatures s ON s.connection_id = c.id
          LEFT JOIN LATERAL (
            SELECT l.parameters FROM link_rules l
             WHERE l.user_id = t.user_id AND coalesce(l.connection_id, c.id, '') = coalesce(c.id, '')
               AND coalesce(l.platform, t.platform) = t.platform
             ORDER BY l.connection_id, l.platform LIMIT 1) AS r ON true
    ORDER BY t.ordinal`,
);

/** What is set for targets, in the order of these: parameters of the account, else of its platform, else of all. */
export async function additionsOfTargets(
  db: Db,
  targets: readonly Pick<TextTarget, 'userId' | 'platform' | 'platformId'>[],
): Promise<TargetAdditions[]> {
  const rows = await db.query(OF_TARGETS, [
    targets.map(({ userId }) => userId),
    targets.map(({ platform }) => platform),
    targets.map(({ platformId }) => platformId),
  ]);
  return SET.rows(rows);
}

const TARGET = table(ConnectionEntity).only('userId', 'platform', 'platformId').of('c');

/** The connected accounts of a user for which a rule is. */
export async function targetsInScope(
  db: Db,
  { userId, scope }: { userId: string; scope: LinkScope },
): Promise<RowIn<typeof TARGET>[]> {
  const rows = await db.query(
    `SELECT ${TARGET.list} FROM connections c
      WHERE c.user_id = $1 AND ($2::text IS NULL OR c.platform = $2) AND ($3::text IS NULL OR c.id = $3)`,
    [userId, scope.platform, scope.connectionId],
  );
  return TARGET.rows(rows);
}

const SIGNATURE = table(SignatureEntity).only('connectionId', 'text');

/** The signatures of connections, by their ids. */
export async function signaturesOf(db: Db, connectionIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query(`SELECT ${SIGNATURE.list} FROM signatures WHERE connection_id = ANY($1)`, [
    connectionIds,
  ]);
  return new Map(SIGNATURE.rows(rows).map(({ connectionId, text }) => [connectionId, text]));
}

export async function saveSignature(db: Db, signature: SignatureEntity): Promise<void> {
  await db.upsert(SignatureEntity, signature, ['connectionId']);
}

export async function deleteSignature(db: Db, connectionId: string): Promise<void> {
  await db.delete(SignatureEntity, { connectionId });
}

const RULE = table(LinkRuleEntity);
export type LinkRule = RowIn<typeof RULE>;

/** Which links a rule is for; both null: all. */
export type LinkScope = Pick<LinkRule, 'platform' | 'connectionId'>;

/** A user's rules: that for all links first, then those of platforms, then those of accounts. */
export async function linkRulesOf(db: Db, userId: string): Promise<LinkRule[]> {
  const rows = await db.query(
    `SELECT ${RULE.list} FROM link_rules WHERE user_id = $1
      ORDER BY connection_id NULLS FIRST, platform NULLS FIRST`,
    [userId],
  );
  return RULE.rows(rows);
}

const NEW_RULE = RULE.only('id', 'userId', 'platform', 'connectionId', 'parameters', 'updatedAt');

/** Stores a rule in place of the one with its scope. */
export async function saveLinkRule(db: Db, rule: LinkRule): Promise<void> {
  await db.query(
    `INSERT INTO link_rules (${NEW_RULE.names})
     SELECT ${NEW_RULE.from('n')} FROM jsonb_to_recordset($1::jsonb) AS n(${NEW_RULE.record})
     ON CONFLICT (user_id, coalesce(connection_id, platform, ''))
     DO UPDATE SET parameters = excluded.parameters, updated_at = excluded.updated_at`,
    [NEW_RULE.toJson([rule])],
  );
}

export async function deleteLinkRule(db: Db, userId: string, { platform, connectionId }: LinkScope): Promise<void> {
  await db.query(
    `DELETE FROM link_rules WHERE user_id = $1 AND platform IS NOT DISTINCT FROM $2
        AND connection_id IS NOT DISTINCT FROM $3`,
    [userId, platform, connectionId],
  );
}
