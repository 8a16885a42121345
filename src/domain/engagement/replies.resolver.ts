import { Arg, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import { COST, points } from '../../foundation/graphql/cost.js';
import { pageInfo } from '../../foundation/graphql/page-info.types.js';
import { parsePage } from '../../foundation/graphql/pagination.js';
import type { Reply } from '../../platforms/port/replies.js';
import { ConnectedAccountType } from '../accounts/connection.types.js';
import { parseTarget } from '../accounts/platform-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { SessionViewer } from '../identity/graphql/viewer.context.js';
import { PlatformPostType } from '../posts/graphql/post-group.types.js';
import {
  HideReplyInput,
  HideReplyPayload,
  type LaterReply,
  ReplyConnection,
  UnhideReplyInput,
  UnhideReplyPayload,
} from './replies.types.js';
import type { ManageReplies, RepliesAt } from './replies.use-case.js';
import { REPLIES, START } from './reply-cursor.js';

interface Needs {
  manageReplies: ManageReplies;
}

/** Arguments of a page. */
interface Page {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

const FIRST = { nullable: true, description: '1 to 100; defaults to 20.' };
const AFTER = { nullable: true, description: 'Only replies after this cursor.' };
const ERRORS =
  'Dashboard sessions only: SESSION_REQUIRED. REPLY_MANAGEMENT_NOT_PERMITTED if the account was connected without the scope for it; FETCH_REPLIES_FAILED if the platform rejects the request, or cannot be reached; PAGE_INVALID.';

@Resolver(() => PlatformPostType)
export class PostRepliesResolver {
  constructor(private readonly needs: Needs) {}

  @FieldResolver(() => ReplyConnection, {
    nullable: true,
    description: `Replies to it on threadtalk, and replies to those, as the platform has them now. Null until it is published, once it is DELETED, on other platforms, and for the later parts of a thread: replies to these are among those of the first part. ${ERRORS}`,
    complexity: points(() => COST.platformRequest, COST.platformRequest),
  })
  async replies(
    @SessionViewer('READ') viewer: Viewer,
    @Root() { platformId, postedId, partIndex, deletedAt }: PlatformPostType,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<ReplyConnection | null> {
    if (postedId === null || deletedAt !== null || partIndex > 0) return null;
    return listReplies(this.needs, viewer, { platformId, postedId }, { first, after });
  }
}

@Resolver(() => ConnectedAccountType)
export class ConnectionRepliesResolver {
  constructor(private readonly needs: Needs) {}

  @FieldResolver(() => ReplyConnection, {
    nullable: true,
    description: `Replies to one post of the account on threadtalk, including posts not published by this service. Null on other platforms. ${ERRORS}`,
    complexity: points(() => COST.platformRequest, COST.platformRequest),
  })
  async replies(
    @SessionViewer('READ') viewer: Viewer,
    @Root() { platformId }: ConnectedAccountType,
    @Arg('postedId', () => String, { description: 'The platform’s id of the post: digits. ID_INVALID.' })
    postedId: string,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<ReplyConnection | null> {
    return listReplies(this.needs, viewer, { platformId, postedId }, { first, after });
  }
}

@Resolver()
export class ManageRepliesResolver {
  constructor(private readonly needs: Needs) {}

  @Mutation(() => HideReplyPayload, {
    description:
      'Hides a reply directly to a post of the account, with the replies to it, from everyone. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, THREADTALK_CONNECTION_NOT_FOUND, REPLY_MANAGEMENT_NOT_PERMITTED, MANAGE_REPLY_FAILED, FETCH_REPLIES_FAILED.',
    complexity: COST.platformRequest,
  })
  async hideReply(
    @SessionViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => HideReplyInput, { description: 'The reply.' }) input: HideReplyInput,
  ): Promise<HideReplyPayload> {
    return this.setHidden(viewer, input, true);
  }

  @Mutation(() => UnhideReplyPayload, {
    description:
      'Shows a hidden reply again. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, THREADTALK_CONNECTION_NOT_FOUND, REPLY_MANAGEMENT_NOT_PERMITTED, MANAGE_REPLY_FAILED, FETCH_REPLIES_FAILED.',
    complexity: COST.platformRequest,
  })
  async unhideReply(
    @SessionViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => UnhideReplyInput, { description: 'The reply.' }) input: UnhideReplyInput,
  ): Promise<UnhideReplyPayload> {
    return this.setHidden(viewer, input, false);
  }

  private async setHidden(viewer: Viewer, input: HideReplyInput | UnhideReplyInput, hidden: boolean) {
    const read = await this.needs.manageReplies.setHidden(viewer, input, hidden);
    return { reply: readLater(input, hidden, read) };
  }
}

/** A reply with its ids and whether it is hidden. The other fields are read once one of them is selected. */
function readLater(
  { platformId, replyId: postedId }: HideReplyInput,
  hidden: boolean,
  read: () => Promise<Reply>,
): LaterReply {
  let reading: Promise<Reply> | undefined;
  const reply = () => {
    reading ??= read();
    return reading;
  };
  return {
    id: uniqueId(platformId, postedId),
    postedId,
    hidden,
    get username() {
      return reply().then(({ username }) => username);
    },
    get text() {
      return reply().then(({ text }) => text);
    },
    get createdAt() {
      return reply().then(({ timestamp }) => timestamp);
    },
    get permalink() {
      return reply().then(({ permalink }) => permalink);
    },
    get parentId() {
      return reply().then(({ parentId }) => parentId);
    },
  };
}

async function listReplies(
  { manageReplies }: Needs,
  viewer: Viewer,
  post: { platformId: string; postedId: string },
  { first, after }: Page,
): Promise<ReplyConnection | null> {
  const { limit } = parsePage({ first });
  const from = after == null ? START : REPLIES.decode(after);
  const found = await manageReplies.list(viewer, post, { limit, from });
  return found && toConnection(found, post.platformId, after != null);
}

const uniqueId = (platformId: string, postedId: string): string => `${parseTarget(platformId).platform}:${postedId}`;

function toConnection({ replies, next }: RepliesAt, platformId: string, hasPreviousPage: boolean): ReplyConnection {
  const edges = replies.map(({ reply: { id: postedId, timestamp, ...reply }, end }) => ({
    cursor: REPLIES.encode(end),
    node: { ...reply, id: uniqueId(platformId, postedId), postedId, createdAt: timestamp },
  }));
  const page = pageInfo(edges, { hasNextPage: next !== null, hasPreviousPage });
  return { edges, pageInfo: next ? { ...page, endCursor: REPLIES.encode(next) } : page };
}
