/** The Instagram API with Instagram login: what of it reads. */
import { z } from 'zod';
import type { AccountRow, Identified } from '../graph/graph-account.js';
import { GRAPH_VERSION, type Graph, type GraphApi, graphId, mayNotPost } from '../graph/graph-api.js';
import { findInPosts } from '../graph/graph-posts.js';
import type { FailedStep } from '../kit/failed-step.js';
import { profileText, webAddress } from '../kit/profile.js';
import type { Account } from '../port/account.js';
import type { LookupResult, Part } from '../port/platform.js';
import { isStory } from './container.js';
import { loginFailures, photogramFailures } from './failures.js';

export const api: GraphApi = {
  platform: 'photogram',
  defaultBaseUrl: 'https://graph.instagram.com',
  version: GRAPH_VERSION,
  failures: photogramFailures,
  postScope: 'instagram_business_content_publish',
};

/** The scope that reading numbers takes. */
export const READ_NUMBERS = 'instagram_business_manage_insights';

const ownerSchema = z.object({
  /** The account's id; `id` is another one, of this app alone. */
  user_id: z.union([z.string().regex(/^\d+$/), z.int()]).transform(String),
  username: profileText,
  name: profileText.optional(),
  profile_picture_url: webAddress.optional(),
});

/** The owner of a token; a failure if it may not post. The platform names scopes only when it issues a token. */
async function identify(graph: Graph, { scopes }: { scopes: string[] }): Promise<Identified | FailedStep> {
  const result = await graph.get('/me', { fields: 'user_id,username,name,profile_picture_url' }, ownerSchema);
  if (result.kind === 'rejected') return result.step;
  const { user_id: accountId, username, name, profile_picture_url: profileImageUrl = null } = result.value;
  const profileUrl = `https://www.instagram.com/${encodeURIComponent(username)}/`;
  const owner = { accountId, username, displayName: name || username, profileUrl, profileImageUrl };
  return mayNotPost(api, scopes) ?? { kind: 'identified', owner, scopes };
}

/** Business login for the Instagram API. */
export const accounts: AccountRow = {
  api,
  authorizeUrl: 'https://www.instagram.com/oauth/authorize',
  tokenUrl: 'https://api.instagram.com/oauth/access_token',
  failures: loginFailures,
  scopes: [
    ...['instagram_business_basic', 'instagram_business_content_publish'],
    // For first comments.
    'instagram_business_manage_comments',
    READ_NUMBERS,
  ],
  grants: 'ig',
  identify,
};

const mediaSchema = z
  .object({ id: graphId, timestamp: z.string(), caption: z.string().default(''), permalink: webAddress.optional() })
  .transform(({ id, timestamp, caption, permalink }) => ({
    id,
    createdAt: timestamp,
    text: caption,
    url: permalink ?? undefined,
  }));

/** A story has no caption, so only its time identifies it. */
export async function findPost(graph: Graph, part: Part, { accountId }: Account): Promise<LookupResult> {
  return isStory(part)
    ? findInPosts(
        graph,
        { path: `/${accountId}/stories`, fields: 'id,timestamp,permalink', post: mediaSchema },
        part,
        '',
      )
    : findInPosts(
        graph,
        { path: `/${accountId}/media`, fields: 'id,caption,timestamp,permalink', post: mediaSchema },
        part,
      );
}
