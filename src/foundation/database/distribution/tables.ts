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

/** On every node: what statements on the tables of accounts join. */
export const REFERENCE_TABLES = ['users', 'publishing_pause'] as const;

/** A schema with the tables of accounts; the first has the number 1. */
export const shardName = (number: number): string => `accounts_${number}`;
