/** The Instagram API with Instagram login: what of it reads. */
import { z } from 'zod';
import { type Graph, type GraphApi, graphId, mayNotPost } from '../graph/graph-api.js';
import { listOf, sightAmong } from '../graph/graph-posts.js';
import type { FailedStep } from '../kit/failed-step.js';
import { profileText, webAddress } from '../kit/profile.js';
import type { Account, Part, Sighting } from '../port/platform.js';
import { isStory } from './container.js';
import { photogramFailures } from './failures.js';

export const api: GraphApi = {
  platform: 'photogram',
  defaultBaseUrl: 'https://graph.instagram.com',
  version: 'v25.0',
  failures: photogramFailures,
  postScope: 'instagram_business_content_publish',
};

const ownerSchema = z.object({
  /** The account's id; `id` is another one, of this app alone. */
  user_id: z.union([z.string().regex(/^\d+$/), z.int()]).transform(String),
  username: profileText,
  name: profileText.optional(),
  profile_picture_url: webAddress.optional(),
});

/** Whose the token is; a failure when it may not post. The platform tells scopes only when it gives a token out. */
export async function identify(
  graph: Graph,
  scopes: readonly string[],
): Promise<{ kind: 'identified'; owner: z.infer<typeof ownerSchema> } | FailedStep> {
  const asked = await graph.get('/me', { fields: 'user_id,username,name,profile_picture_url' }, ownerSchema);
  if (asked.kind === 'rejected') return asked.step;
  return mayNotPost(api, scopes) ?? { kind: 'identified', owner: asked.value };
}

const mediaSchema = z
  .object({ id: graphId, timestamp: z.string(), caption: z.string().default(''), permalink: z.string().optional() })
  .transform(({ id, timestamp, caption, permalink }) => ({ id, createdAt: timestamp, text: caption, url: permalink }));

/** A story has no caption, so what marks it is its time alone. */
export async function findPost(graph: Graph, part: Part, { accountId }: Account): Promise<Sighting> {
  const listed = isStory(part)
    ? await graph.get(`/${accountId}/stories`, { fields: 'id,timestamp,permalink' }, listOf(mediaSchema))
    : await graph.get(`/${accountId}/media`, { fields: 'id,caption,timestamp,permalink' }, listOf(mediaSchema));
  if (listed.kind === 'rejected') return listed.step;
  return sightAmong(listed, part, isStory(part) ? '' : part.text);
}
