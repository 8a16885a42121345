/** Which tables are distributed. Every other table stays on the coordinator, in `public`. */

/** What accounts have: in each of the schemas, which are each on one worker. Referenced ones come first. */
export const ACCOUNT_TABLES = [
  'post_groups',
  'platform_posts',
  'post_logs',
  'post_searches',
  'publish_attempts',
  'live_events',
  'idempotency_keys',
  'media',
  'media_conversions',
  'post_counts',
  'post_count_changes',
  'post_usage',
  'storage_usage',
  'webhooks',
  'webhook_deliveries',
  'webhook_attempts',
  'connections',
  'connection_activity',
  'network_answers',
  'expiry_notices',
  'account_exports',
] as const;

type AccountTable = (typeof ACCOUNT_TABLES)[number];

/** Tables without a `user_id`: their rows are those of the user of another row, whose id they have in this column. */
export const OWNED_BY: Partial<Record<AccountTable, { column: string; table: AccountTable }>> = {
  post_logs: { column: 'group_id', table: 'post_groups' },
  post_searches: { column: 'group_id', table: 'post_groups' },
  publish_attempts: { column: 'post_id', table: 'platform_posts' },
  media_conversions: { column: 'media_id', table: 'media' },
  webhook_attempts: { column: 'delivery_id', table: 'webhook_deliveries' },
  connection_activity: { column: 'connection_id', table: 'connections' },
  network_answers: { column: 'connection_id', table: 'connections' },
  expiry_notices: { column: 'connection_id', table: 'connections' },
};

/** What a job is about: the field of its data, and the table whose row has that id. */
export const JOBS_ABOUT: readonly { field: string; table: AccountTable }[] = [
  { field: 'postId', table: 'platform_posts' },
  { field: 'mediaId', table: 'media' },
  { field: 'deliveryId', table: 'webhook_deliveries' },
  { field: 'exportId', table: 'account_exports' },
];

/** On every node: what statements on the tables of accounts join. */
export const REFERENCE_TABLES = ['users', 'publishing_pause'] as const;

/** A schema with the tables of accounts; the first has the number 1. Of an empty text, what their names begin with. */
export const shardName = (number: number | string): string => `accounts_${number}`;
