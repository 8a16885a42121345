import type { AccountsContext } from '../domain/accounts/accounts.context.js';
import type { ApprovalsContext } from '../domain/approvals/approvals.context.js';
import type { ClientsContext } from '../domain/clients/clients.context.js';
import type { IdentityContext } from '../domain/identity/graphql/identity.context.js';
import type { ViewerContext } from '../domain/identity/graphql/viewer.context.js';
import type { MediaContext } from '../domain/media/media.context.js';
import type { OwnerContext } from '../domain/owner/owner.context.js';
import type { PostsContext } from '../domain/posts/graphql/posts.context.js';
import type { Reader } from '../domain/posts/reading/texts.io.js';
import type { WebhooksContext } from '../domain/webhooks/webhooks.context.js';
import type { WorkspacesContext } from '../domain/workspaces/workspaces.context.js';
import type { RequestFacts } from '../foundation/http/request-log.js';
import type { OperationReads } from './operation-reads.js';

/** What an operation knows of its request: what the resolvers of each domain need, and what carries its response. */
export type GraphqlContext = ViewerContext &
  ApprovalsContext &
  ClientsContext &
  IdentityContext &
  AccountsContext &
  MediaContext &
  OwnerContext &
  PostsContext &
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
