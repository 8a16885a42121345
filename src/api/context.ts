import type { AccountsContext } from '../domain/accounts/accounts.context.js';
import type { AdditionsContext } from '../domain/additions/additions.context.js';
import type { ApprovalsContext } from '../domain/approvals/approvals.context.js';
import type { ClientsContext } from '../domain/clients/clients.context.js';
import type { CommentsContext } from '../domain/comments/comments.context.js';
import type { FeedsContext } from '../domain/feeds/feeds.context.js';
import type { HistoryContext } from '../domain/history/history.context.js';
import type { IdentityContext } from '../domain/identity/graphql/identity.context.js';
import type { ViewerContext } from '../domain/identity/graphql/viewer.context.js';
import type { ImportsContext } from '../domain/imports/imports.context.js';
import type { LabelsContext } from '../domain/labels/labels.context.js';
import type { LibraryContext } from '../domain/library/library.context.js';
import type { MediaContext } from '../domain/media/media.context.js';
import type { MetricsContext } from '../domain/metrics/metrics.context.js';
import type { NotificationsContext } from '../domain/notifications/notification.resolver.js';
import type { OwnerContext } from '../domain/owner/owner.context.js';
import type { PostsContext } from '../domain/posts/graphql/posts.context.js';
import type { Reader } from '../domain/posts/reading/texts.io.js';
import type { RecoveryContext } from '../domain/recovery/recovery.context.js';
import type { RecurrencesContext } from '../domain/recurrences/recurrences.context.js';
import type { SchedulesContext } from '../domain/schedules/schedules.context.js';
import type { SnippetsContext } from '../domain/snippets/snippets.context.js';
import type { WebhooksContext } from '../domain/webhooks/webhooks.context.js';
import type { WorkspacesContext } from '../domain/workspaces/workspaces.context.js';
import type { RequestFacts } from '../foundation/http/request-log.js';
import type { OperationReads } from './operation-reads.js';

/** What an operation knows of its request: what the resolvers of each domain need, and what carries its response. */
export type GraphqlContext = ViewerContext &
  ApprovalsContext &
  CommentsContext &
  ClientsContext &
  HistoryContext &
  IdentityContext &
  AccountsContext &
  ImportsContext &
  LabelsContext &
  MediaContext &
  MetricsContext &
  NotificationsContext &
  OwnerContext &
  PostsContext &
  RecoveryContext &
  RecurrencesContext &
  SchedulesContext &
  LibraryContext &
  SnippetsContext &
  AdditionsContext &
  FeedsContext &
  WebhooksContext &
  WorkspacesContext &
  OperationReads & {
    requestId: string;
    /** Its answer as JSON, piece by piece, where the transport can do that. */
    pieces: ((answer: unknown) => AsyncGenerator<string>) | null;
    /** Adds to what the log has of the request. */
    note: (facts: RequestFacts) => void;
  };

/** Makes the context of an operation from what its transport knows. */
export type MakeContext = (
  request: Pick<GraphqlContext, 'requestId' | 'viewer' | 'browser' | 'pieces' | 'note'> & { reader: Reader },
) => GraphqlContext;

/** Keeps the result of the first call. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
