import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCOUNTS } from './initial/accounts.js';
import { ADDITIONS } from './initial/additions.js';
import { APPROVALS } from './initial/approvals.js';
import { COMMENTS } from './initial/comments.js';
import { FEEDS } from './initial/feeds.js';
import { IDENTITY } from './initial/identity.js';
import { IMPORTS } from './initial/imports.js';
import { LABELS } from './initial/labels.js';
import { MEDIA } from './initial/media.js';
import { METRICS } from './initial/metrics.js';
import { NOTIFICATIONS } from './initial/notifications.js';
import { OPERATION } from './initial/operation.js';
import { OWNER } from './initial/owner.js';
import { POST_COUNTS } from './initial/post-counts.js';
import { POSTS } from './initial/posts.js';
import { PUBLISHING } from './initial/publishing.js';
import { RECURRENCES } from './initial/recurrences.js';
import { SCHEDULES } from './initial/schedules.js';
import { SEARCH } from './initial/search.js';
import { SNIPPETS } from './initial/snippets.js';
import { USAGE } from './initial/usage.js';
import { WEBHOOKS } from './initial/webhooks.js';

/** In an order in which each finds the tables and functions that it refers to. */
const TOPICS = [
  IDENTITY,
  NOTIFICATIONS,
  ACCOUNTS,
  POSTS,
  APPROVALS,
  COMMENTS,
  SCHEDULES,
  RECURRENCES,
  SNIPPETS,
  ADDITIONS,
  FEEDS,
  IMPORTS,
  PUBLISHING,
  SEARCH,
  POST_COUNTS,
  METRICS,
  MEDIA,
  LABELS,
  USAGE,
  WEBHOOKS,
  OWNER,
  OPERATION,
];

/** The names of what the topics create, for one DROP. */
const created = (kind: 'TABLE' | 'FUNCTION'): string =>
  [...TOPICS.join('').matchAll(new RegExp(`^CREATE (?:UNLOGGED )?${kind} (\\w+)`, 'gm'))]
    .map(([, name]) => name)
    .join(', ');

/** Everything that the first release stores. Later changes are separate migrations. */
export class Initial1795824000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statements of TOPICS) await query.query(statements);
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query(`DROP TABLE ${created('TABLE')}`);
    await query.query(`DROP FUNCTION ${created('FUNCTION')}`);
  }
}
