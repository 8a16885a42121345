import { type AccountLoaders, makeAccountLoaders } from '../domain/accounts/accounts.context.js';
import { type AdditionLoaders, makeAdditionLoaders } from '../domain/additions/additions.context.js';
import { type ApprovalLoaders, makeApprovalLoaders } from '../domain/approvals/approvals.context.js';
import { type ClientLoaders, makeClientLoaders } from '../domain/clients/clients.context.js';
import { type CommentLoaders, makeCommentLoaders } from '../domain/comments/comments.context.js';
import { type FeedLoaders, makeFeedLoaders } from '../domain/feeds/feeds.context.js';
import { type HistoryLoaders, makeHistoryLoaders } from '../domain/history/history.context.js';
import { type IdentityLoaders, makeIdentityLoaders } from '../domain/identity/graphql/identity.context.js';
import { type ImportLoaders, makeImportLoaders } from '../domain/imports/imports.context.js';
import { type LabelLoaders, makeLabelLoaders } from '../domain/labels/labels.context.js';
import { type LibraryLoaders, makeLibraryLoaders } from '../domain/library/library.context.js';
import { type MediaLoaders, makeMediaLoaders } from '../domain/media/media.context.js';
import { type MetricsLoaders, makeMetricsLoaders } from '../domain/metrics/metrics.context.js';
import { makeOwnerLoaders, type OwnerLoaders } from '../domain/owner/owner.context.js';
import { makePostLoaders, type PostLoaders } from '../domain/posts/graphql/posts.context.js';
import type { Texts } from '../domain/posts/reading/texts.io.js';
import { makeRecoveryLoaders, type RecoveryLoaders } from '../domain/recovery/recovery.context.js';
import { makeRecurrenceLoaders, type RecurrenceLoaders } from '../domain/recurrences/recurrences.context.js';
import { makeScheduleLoaders, type ScheduleLoaders } from '../domain/schedules/schedules.context.js';
import { makeSnippetLoaders, type SnippetLoaders } from '../domain/snippets/snippets.context.js';
import { makeWebhookLoaders, type WebhookLoaders } from '../domain/webhooks/webhooks.context.js';
import type { FindConnectionPages } from '../domain/workspaces/find-connection-pages.use-case.js';
import { makeWorkspaceLoaders, type WorkspaceLoaders } from '../domain/workspaces/workspaces.context.js';
import type { Db, Read } from '../foundation/database/unit-of-work.js';

/** Batches of one operation: however long a page is, what each of its rows needs is one query. */
export type Loaders = AccountLoaders &
  ApprovalLoaders &
  ClientLoaders &
  HistoryLoaders &
  CommentLoaders &
  IdentityLoaders &
  ImportLoaders &
  LabelLoaders &
  LibraryLoaders &
  MediaLoaders &
  MetricsLoaders &
  OwnerLoaders &
  PostLoaders &
  RecoveryLoaders &
  RecurrenceLoaders &
  ScheduleLoaders &
  SnippetLoaders &
  AdditionLoaders &
  FeedLoaders &
  WebhookLoaders &
  WorkspaceLoaders;

export interface LoaderNeeds {
  db: Db;
  read: Read;
  texts: Texts;
  findConnectionPages: FindConnectionPages;
}

export const makeLoaders = ({ db, read, texts, findConnectionPages }: LoaderNeeds): Loaders => ({
  ...makeAccountLoaders(db),
  ...makeApprovalLoaders(db),
  ...makeClientLoaders(db),
  ...makeHistoryLoaders(read, texts),
  ...makeCommentLoaders(db, texts),
  ...makeIdentityLoaders(db),
  ...makeImportLoaders(db),
  ...makeLabelLoaders(db),
  ...makeLibraryLoaders(db),
  ...makeMediaLoaders(db),
  ...makeMetricsLoaders(db),
  ...makeOwnerLoaders(db),
  ...makePostLoaders(db, read, texts),
  ...makeRecoveryLoaders(db),
  ...makeRecurrenceLoaders(db),
  ...makeScheduleLoaders(db),
  ...makeSnippetLoaders(db),
  ...makeAdditionLoaders(db),
  ...makeFeedLoaders(db),
  ...makeWebhookLoaders(db, read),
  ...makeWorkspaceLoaders(findConnectionPages),
});
