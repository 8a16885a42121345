/** The Threads API: what of it reads. */
import { z } from 'zod';
import type { AccountRow, Identified } from '../graph/graph-account.js';
import { type Graph, type GraphApi, graphId, mayNotPost, scopesOf } from '../graph/graph-api.js';
import { graphLoginFailures } from '../graph/graph-errors.js';
import { findInPosts } from '../graph/graph-posts.js';
import type { FailedStep } from '../kit/failed-step.js';
import { profileText, webAddress } from '../kit/profile.js';
import type { Account } from '../port/account.js';
import type { LookupResult, Part } from '../port/platform.js';
import { threadtalkFailures } from './failures.js';

/** The scopes that reading replies takes, and hiding them. */
export const READ_REPLIES = 'threads_read_replies';
export const MANAGE_REPLIES = 'threads_manage_replies';
/** The scope that deleting posts takes. */
export const DELETE = 'threads_delete';
/** The scope that reading numbers takes. */
export const READ_NUMBERS = 'threads_manage_insights';

export const api: GraphApi = {
  platform: 'threadtalk',
  defaultBaseUrl: 'https://graph.threads.net',
  version: 'v1.0',
  failures: threadtalkFailures,
  postScope: 'threads_content_publish',
};

const ownerSchema = z.object({
  id: graphId,
  username: profileText,
  name: profileText.optional(),
  threads_profile_picture_url: webAddress.optional(),
});
const tokenSchema = z.object({ data: z.object({ scopes: z.array(z.string()) }) });

/** The owner and the scopes of a token, which it may query itself; a failure if it may not post. */
async function identify(graph: Graph, { accessToken }: { accessToken: string }): Promise<Identified | FailedStep> {
  const result = await graph.get('/me', { fields: 'id,username,name,threads_profile_picture_url' }, ownerSchema);
  if (result.kind === 'rejected') return result.step;
  const token = await graph.get('/debug_token', { input_token: accessToken }, tokenSchema);
  if (token.kind === 'rejected') return token.step;
  const { scopes } = token.value.data;
  const { id: accountId, username, name, threads_profile_picture_url: profileImageUrl = null } = result.value;
  const profileUrl = `https://www.threads.net/@${encodeURIComponent(username)}`;
  const owner = { accountId, username, displayName: name || username, profileUrl, profileImageUrl };
  return mayNotPost(api, scopes) ?? { kind: 'identified', owner, scopes };
}

/** Logins at the Threads API. */
export const accounts: AccountRow = {
  api,
  authorizeUrl: 'https://www.threads.net/oauth/authorize',
  tokenUrl: `${api.defaultBaseUrl}/oauth/access_token`,
  failures: graphLoginFailures,
  scopes: ['threads_basic', 'threads_content_publish', READ_REPLIES, MANAGE_REPLIES, DELETE, READ_NUMBERS],
  grants: 'th',
  identify,
};

const postSchema = z
  .object({
    id: graphId,
    timestamp: z.string(),
    text: z.string().default(''),
    permalink: webAddress.optional(),
    replied_to: z.object({ id: graphId }).optional(),
  })
  .transform(({ id, timestamp, text, permalink, replied_to }) => ({
    id,
    createdAt: timestamp,
    text,
    url: permalink ?? undefined,
    replyTo: replied_to?.id,
  }));

/**
 * GET /me/threads lists no replies, and GET /me/replies requires a scope that posting does not. Accounts that were
 * connected before their scopes were stored have none: the platform decides.
 */
export async function findPost(graph: Graph, part: Part, { credentials }: Account): Promise<LookupResult> {
  const fields = 'id,text,timestamp,permalink';
  if (part.replyTo === null) return findInPosts(graph, { path: '/me/threads', fields, post: postSchema }, part);
  const scopes = scopesOf(credentials);
  if (scopes.length > 0 && !scopes.includes(READ_REPLIES)) return { kind: 'unsupported' };
  return findInPosts(graph, { path: '/me/replies', fields: `${fields},replied_to`, post: postSchema }, part);
}
