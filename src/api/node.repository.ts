import { idleSince } from '../domain/identity/access/session.js';
import { mayDo, type Viewer } from '../domain/identity/access/viewer.js';
import { IS_PART } from '../domain/posts/state/platform-post.entity.js';
import type { Db } from '../foundation/database/unit-of-work.js';

/** Types that `node` finds, with the rows of each that are the viewer's. */
const OWNED = {
  PostGroup: 'post_groups o WHERE o.user_id = $2',
  PlatformPost: `platform_posts o WHERE o.user_id = $2 AND o.${IS_PART}`,
  PostLogEntry: 'post_logs o JOIN post_groups g ON g.id = o.group_id WHERE g.user_id = $2',
  Media: 'media o WHERE o.user_id = $2',
  ConnectedAccount: 'connections o WHERE o.user_id = $2',
  PostingSchedule: 'posting_schedules o WHERE o.user_id = $2',
  Recurrence: 'recurrences o WHERE o.user_id = $2',
  Webhook: 'webhooks o WHERE o.user_id = $2',
  WebhookDelivery: 'webhook_deliveries o WHERE o.user_id = $2',
  Label: 'labels o WHERE o.user_id = $2',
  Snippet: 'snippets o WHERE o.user_id = $2',
  Feed: 'feeds o WHERE o.user_id = $2',
  PostImport: 'imports o WHERE o.user_id = $2',
  // These need what the lists of them need: a permission, a session, or workspace access.
  ApiKey: 'api_keys o WHERE o.user_id = $7 AND o.revoked_at IS NULL',
  ConnectedApplication: 'applications o WHERE o.user_id = $7 AND o.refresh_hash IS NOT NULL AND o.expires_at > $5',
  Session: 'sessions o WHERE o.person_id = $3 AND o.expires_at > $5 AND o.last_used_at > $6',
  AccountExport: 'account_exports o WHERE o.user_id = $8',
  AuditEvent: 'audit_events o WHERE o.owner_id = $9 AND (o.user_id = $7 OR $7 = $9)',
  Member: '(SELECT person_id AS id, user_id FROM memberships) o WHERE o.user_id = $2 AND $3::text IS NOT NULL',
  Invitation: 'invitations o WHERE o.user_id = $7 AND o.expires_at > $5',
  ApprovalLink: 'approval_links o WHERE o.user_id = $10 AND o.expires_at > $5',
  ReportLink: 'report_links o WHERE o.user_id = $10 AND o.expires_at > $5',
  ManagedUser: 'users o WHERE o.managed_by_id = $4',
} as const;

export type NodeType = keyof typeof OWNED;

const FIND = Object.entries(OWNED)
  .map(([type, owned]) => `SELECT o.id, '${type}' AS type FROM ${owned} AND o.id = ANY($1)`)
  .join(' UNION ALL ');

/** The types of those of these objects that are the viewer's, by id. */
export async function typesOfNodes(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, NodeType>> {
  const { userId, ownerId, session, workspaceAccess } = viewer;
  const managerId = workspaceAccess ? ownerId : null;
  const rows: { id: string; type: NodeType }[] = await db.query(FIND, [
    ids,
    userId,
    session?.personId ?? null,
    managerId,
    now,
    idleSince(now),
    mayDo(viewer, 'ADMINISTER') ? userId : null,
    mayDo(viewer, 'OWN') ? ownerId : null,
    ownerId,
    session && mayDo(viewer, 'PUBLISH') ? userId : null,
  ]);
  return new Map(rows.map(({ id, type }) => [id, type]));
}
