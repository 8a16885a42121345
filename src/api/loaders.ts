import { type AccountLoaders, makeAccountLoaders } from '../domain/accounts/accounts.context.js';
import { type ApprovalLoaders, makeApprovalLoaders } from '../domain/approvals/approvals.context.js';
import { type ClientLoaders, makeClientLoaders } from '../domain/clients/clients.context.js';
import { type IdentityLoaders, makeIdentityLoaders } from '../domain/identity/graphql/identity.context.js';
import { type MediaLoaders, makeMediaLoaders } from '../domain/media/media.context.js';
import { makeOwnerLoaders, type OwnerLoaders } from '../domain/owner/owner.context.js';
import { makePostLoaders, type PostLoaders } from '../domain/posts/graphql/posts.context.js';
import type { Texts } from '../domain/posts/reading/texts.io.js';
import { makeWebhookLoaders, type WebhookLoaders } from '../domain/webhooks/webhooks.context.js';
import type { FindConnectionPages } from '../domain/workspaces/find-connection-pages.use-case.js';
import { makeWorkspaceLoaders, type WorkspaceLoaders } from '../domain/workspaces/workspaces.context.js';
import type { Db, Read } from '../foundation/database/unit-of-work.js';

/** Batches of one operation: however long a page is, what each of its rows needs is one query. */
export type Loaders = AccountLoaders &
  ApprovalLoaders &
  ClientLoaders &
  IdentityLoaders &
  MediaLoaders &
  OwnerLoaders &
  PostLoaders &
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
  ...makeIdentityLoaders(db),
  ...makeMediaLoaders(db),
  ...makeOwnerLoaders(db),
  ...makePostLoaders(db, read, texts),
  ...makeWebhookLoaders(db, read),
  ...makeWorkspaceLoaders(findConnectionPages),
});
