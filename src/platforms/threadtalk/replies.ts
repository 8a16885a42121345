/** Replies to the posts of an account. */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { type Graph, graphId, openGraph } from '../graph/graph-api.js';
import { UNKNOWN_OBJECT } from '../graph/graph-errors.js';
import type { ApiResult } from '../kit/call-api.js';
import { type Context, type FailedStep, failed } from '../kit/failed-step.js';
import { profileText, webAddress } from '../kit/profile.js';
import type { Account } from '../port/account.js';
import type { InteractionResult } from '../port/interactions.js';
import type { PlatformSetup } from '../port/platform.js';
import type { Replies, Reply, ReplyPage } from '../port/replies.js';
import { api, MANAGE_REPLIES, READ_REPLIES } from './client.js';
import { threadtalkFailures } from './failures.js';

const CONTEXT: Context = { platform: 'threadtalk', purpose: 'prepare', secrets: [] };

/** "Object does not exist" is about a post or a reply here, not about a container that was made a moment ago. */
const repliesApi = {
  ...api,
  failures: {
    ...threadtalkFailures,
    rows: [{ error: 100, subcode: UNKNOWN_OBJECT, code: 'NOT_FOUND_ON_PLATFORM' } as const, ...threadtalkFailures.rows],
  },
};

const FIELDS = 'id,username,text,timestamp,permalink,hide_status,replied_to';

const time = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()));

const replySchema = z
  .object({
    id: graphId,
    username: profileText.optional(),
    text: z.string().default(''),
    timestamp: time,
    permalink: webAddress.optional(),
    hide_status: z.string().optional(),
    replied_to: z.object({ id: graphId }),
  })
  .transform(
    ({ id, username, text, timestamp, permalink, hide_status, replied_to }): Reply => ({
      id,
      username: username || null,
      text,
      timestamp,
      permalink: permalink ?? null,
      hidden: hide_status === 'HIDDEN',
      parentId: replied_to.id,
    }),
  );

/** `cursors.after` is there on the last page too; `next` is not. */
const pagingSchema = z.object({
  cursors: z.object({ after: z.string().max(1000).optional() }).optional(),
  next: z.string().optional(),
});

const pageSchema = z.object({ data: z.array(replySchema), paging: pagingSchema.optional() }).transform(
  ({ data, paging }): ReplyPage => ({
    replies: data,
    next: paging?.next === undefined ? null : (paging.cursors?.after ?? null),
  }),
);

export function makeReplies(http: Http, setup: PlatformSetup): Replies {
  const call = async <T>(
    account: Account,
    scope: string,
    request: (graph: Graph) => Promise<ApiResult<T>>,
  ): Promise<InteractionResult<T>> => {
    const opened = openGraph(http, repliesApi, setup, account, CONTEXT.purpose);
    if (opened.kind === 'failed') return opened;
    const { scopes } = opened;
    // Unknown for accounts that were connected before their scopes were stored: the platform decides.
    if (scopes.length > 0 && !scopes.includes(scope)) return withoutScope(scope);
    const answered = await request(opened.graph);
    return answered.kind === 'rejected' ? answered.step : { kind: 'ok', value: answered.value };
  };
  return {
    list(account, postedId, { limit, after }) {
      const page = { limit: String(limit), after: after ?? undefined };
      return call(account, READ_REPLIES, (graph) =>
        graph.get(
          `/${encodeURIComponent(postedId)}/conversation`,
          { fields: FIELDS, reverse: 'true', ...page },
          pageSchema,
        ),
      );
    },
    read(account, replyId) {
      return call(account, READ_REPLIES, (graph) =>
        graph.get(`/${encodeURIComponent(replyId)}`, { fields: FIELDS }, replySchema),
      );
    },
    async setHidden(account, replyId, hidden) {
      const done = await call(account, MANAGE_REPLIES, (graph) =>
        graph.post(
          `/${encodeURIComponent(replyId)}/manage_reply`,
          { hide: String(hidden) },
          z.object({ success: z.literal(true) }),
        ),
      );
      return done.kind === 'failed' ? done : { kind: 'ok', value: null };
    },
  };
}

function withoutScope(scope: string): FailedStep {
  const happened = `was not given permission by the owner of this account to let this service manage replies (${scope})`;
  return failed('PERMISSION_DENIED', CONTEXT, { outcome: 'rejected', happened });
}
