import { z } from 'zod';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { PostNumbers } from '../numbers.js';
import type { StoredPost } from '../store.js';
import { entity, fields, id, listOf, unknown } from './posts.js';
import { read } from './wire.js';

const numberFields = ['public_metrics', 'non_public_metrics'] as const;
const lookUpSchema = z.strictObject({
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(id).min(1).max(100)),
  'post.fields': listOf([...numberFields, ...fields]).default([]),
});

/** Numbers that are not public exist for posts of this time. */
const privateMs = 30 * 24 * 3_600_000;

/** GET /2/tweets: posts by their ids, with their numbers. */
export function lookUpPosts({ store, numbers }: SandboxContext, query: unknown, reader: AccountCore): () => unknown {
  const { ids, 'post.fields': wanted } = read(lookUpSchema, query);
  const isPrivate = wanted.includes('non_public_metrics');
  const mayRead = ({ accountId, receivedAt }: StoredPost) =>
    !isPrivate || (accountId === reader.accountId && Date.parse(receivedAt) > numbers.now() - privateMs);
  const shown = fields.filter((field) => wanted.includes(field));
  return () => {
    const data: unknown[] = [];
    const errors: unknown[] = [];
    for (const postedId of ids) {
      const post = store.post('microblog', '', postedId);
      if (!post) errors.push(unknown('tweet', postedId, 'ids'));
      else if (!mayRead(post)) errors.push(unauthorizedField(postedId));
      else {
        const counted = countsOf(numbers.ofPost(post));
        const metrics = numberFields.filter((field) => wanted.includes(field)).map((field) => [field, counted[field]]);
        data.push({ ...entity(post, shown), ...Object.fromEntries(metrics) });
      }
    }
    return { ...(data.length > 0 && { data }), ...(errors.length > 0 && { errors }) };
  };
}

/** A quarter of those who share a post quote it. */
function countsOf({ impressions, reactions, comments, shares, clicks, saves }: PostNumbers) {
  const quotes = shares === undefined ? undefined : Math.floor(shares / 4);
  return {
    public_metrics: {
      repost_count: shares === undefined ? undefined : shares - (quotes ?? 0),
      reply_count: comments,
      like_count: reactions,
      quote_count: quotes,
      bookmark_count: saves,
      impression_count: impressions,
    },
    non_public_metrics: { impression_count: impressions, url_link_clicks: clicks, user_profile_clicks: 0 },
  };
}

const unauthorizedField = (postedId: string) => ({
  type: 'https://api.x.com/2/problems/not-authorized-for-field',
  title: 'Field Authorization Error',
  detail: `Sorry, you are not authorized to access 'non_public_metrics.impression_count' on the Post with ids : [${postedId}].`,
  resource_type: 'post',
  resource_id: postedId,
  parameter: 'ids',
  field: 'non_public_metrics.impression_count',
  section: 'data',
  value: postedId,
});
