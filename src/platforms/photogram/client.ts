/** The Instagram API with Instagram login: what of it reads. */
import { z } from 'zod';
import type { Asked } from '../ask.js';
import { type Graph, type GraphApi, graphId } from '../graph-api.js';
import { listOf, onlyPost, recentPosts } from '../graph-posts.js';
import type { Account, Part, Sighting } from '../platform.js';
import { profileText, webAddress } from '../profile.js';
import { isStory } from './container.js';
import { photogramFailures } from './failures.js';

export const api: GraphApi = {
  platform: 'photogram',
  defaultBaseUrl: 'https://graph.instagram.com',
  version: 'v25.0',
  failures: photogramFailures,
};

const ownerSchema = z.object({
  /** The account's id; `id` is another one, of this app alone. */
  user_id: z.union([z.string().regex(/^\d+$/), z.int()]).transform(String),
  username: profileText,
  name: profileText.optional(),
  profile_picture_url: webAddress.optional(),
});
export type Owner = z.infer<typeof ownerSchema>;

/** GET /me: whose the token is. */
export const askOwner = (graph: Graph): Promise<Asked<Owner>> =>
  graph.get('/me', { fields: 'user_id,username,name,profile_picture_url' }, ownerSchema);

const mediaSchema = z
  .object({ id: graphId, timestamp: z.string(), caption: z.string().default(''), permalink: z.string().optional() })
  .transform(({ id, timestamp, caption, permalink }) => ({ id, createdAt: timestamp, text: caption, url: permalink }));

/** A story has no caption, so what marks it is its time alone. */
export async function findPost(graph: Graph, part: Part, { accountId }: Account): Promise<Sighting> {
  const listed = isStory(part)
    ? await graph.get(`/${accountId}/stories`, { fields: 'id,timestamp,permalink' }, listOf(mediaSchema))
    : await graph.get(`/${accountId}/media`, { fields: 'id,caption,timestamp,permalink' }, listOf(mediaSchema));
  if (listed.kind === 'refused') return listed.step;
  return onlyPost(recentPosts(listed, part), isStory(part) ? '' : part.text);
}
