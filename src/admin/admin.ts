import type { ReEncrypt } from '../domain/accounts/re-encrypt.use-case.js';
import type { AdministerAccess } from './administer-access.use-case.js';
import type { AdministerAccounts } from './administer-accounts.use-case.js';
import type { AdministerAudit } from './administer-audit.use-case.js';
import type { AdministerBanner } from './administer-banner.use-case.js';
import type { AdministerDeliveries } from './administer-deliveries.use-case.js';
import type { AdministerKeys } from './administer-keys.use-case.js';
import type { AdministerPods } from './administer-pods.use-case.js';
import type { AdministerPosts } from './administer-posts.use-case.js';
import type { AdministerPublishing } from './administer-publishing.use-case.js';
import type { AdministerQueues } from './administer-queues.use-case.js';

/** What the operator's commands work with. */
export interface Admin {
  accounts: AdministerAccounts;
  access: AdministerAccess;
  audit: AdministerAudit;
  keys: AdministerKeys;
  publishing: AdministerPublishing;
  posts: AdministerPosts;
  queues: AdministerQueues;
  deliveries: AdministerDeliveries;
  banner: AdministerBanner;
  pods: AdministerPods;
  reEncrypt: ReEncrypt;
  close(): Promise<void>;
}
