/** The Threads API: what of it reads. */
import { z } from 'zod';
import type { Asked } from '../ask.js';
import { type Graph, type GraphApi, graphId } from '../graph-api.js';
import { listOf, onlyPost, recentPosts } from '../graph-posts.js';
import type { Part, Sighting } from '../platform.js';
import { profileText, webAddress } from '../profile.js';
import { threadtalkFailures } from './failures.js';

export const api: GraphApi = {
  platform: 'threadtalk',
  defaultBaseUrl: 'https://graph.threads.net',
  version: 'v1.0',
  failures: threadtalkFailures,
};

const ownerSchema = z.object({
  id: graphId,
  username: profileText,
  name: profileText.optional(),
  threads_profile_picture_url: webAddress.optional(),
});
export type Owner = z.infer<typeof ownerSchema>;

/** GET /me: whose the token is. */
export const askOwner = (graph: Graph): Promise<Asked<Owner>> =>
  graph.get('/me', { fields: 'id,username,name,threads_profile_picture_url' }, ownerSchema);

const tokenSchema = z.object({ data: z.object({ scopes: z.array(z.string()) }) });

/** GET /debug_token: what a token may do. It may ask this about itself. */
export const askToken = (graph: Graph, accessToken: string): Promise<Asked<z.infer<typeof tokenSchema>>> =>
  graph.get('/debug_token', { input_token: accessToken }, tokenSchema);

const postSchema = z
  .object({ id: graphId, timestamp: z.string(), text: z.string().default(''), permalink: z.string().optional() })
  .transform(({ id, timestamp, text, permalink }) => ({ id, createdAt: timestamp, text, url: permalink }));

/** GET /me/threads lists no replies; to read those takes a right that posting them does not. */
export async function findPost(graph: Graph, part: Part): Promise<Sighting> {
  if (part.replyTo !== null) return { kind: 'unanswerable' };
  const listed = await graph.get('/me/threads', { fields: 'id,text,timestamp,permalink' }, listOf(postSchema));
  return listed.kind === 'refused' ? listed.step : onlyPost(recentPosts(listed, part), part.text);
}
