import type { Request } from 'express';
import { z } from 'zod';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { StoredPost } from '../store.js';
import { read } from './video-form.js';
import { refuse } from './wire.js';

const maxIds = 20;

const bodySchema = z.strictObject({
  filters: z.strictObject({ video_ids: z.array(z.string().regex(/^\d+$/)).min(1).max(maxIds) }),
});

/** The fields of a video that the sandbox has. */
const videoFields = [
  ...['id', 'title', 'video_description', 'create_time', 'share_url'],
  ...['like_count', 'comment_count', 'share_count', 'view_count'],
];

/** POST /v2/video/query/: public videos of the account. */
export function queryVideos({ store, numbers, url }: SandboxContext, { accountId }: AccountCore, req: Request) {
  const fields = String(req.query.fields ?? '').split(',');
  const unknown = fields.find((field) => !videoFields.includes(field));
  if (unknown !== undefined) throw refuse(400, 'invalid_params', `fields: ${unknown || 'required'}`);
  const { video_ids: ids } = read(bodySchema, req.body).filters;
  const entity = (post: StoredPost) => {
    const { views, reactions, comments, shares } = numbers.ofPost(post, { countsViews: true });
    const all: Record<string, unknown> = {
      id: post.postedId,
      title: post.text,
      video_description: post.text,
      create_time: Math.floor(Date.parse(post.receivedAt) / 1000),
      share_url: url + post.url,
      view_count: views,
      like_count: reactions,
      comment_count: comments,
      share_count: shares,
    };
    return Object.fromEntries(fields.map((field) => [field, all[field]]));
  };
  return () => {
    const posts = ids.flatMap((id) => store.post('shortvideo', '', id) ?? []);
    return { videos: posts.filter((post) => post.accountId === accountId).map(entity), cursor: 0, has_more: false };
  };
}

/** The counts of a user. */
export function countsOfUser({ store, numbers }: SandboxContext, account: AccountCore) {
  const posts = store.postsOf('shortvideo', account.accountId);
  const likes = Array.from({ length: posts.length }, (_, index) => posts.at(index))
    .flatMap((post) => (post ? [numbers.ofPost(post, { countsViews: true }).reactions ?? 0] : []))
    .reduce((sum, count) => sum + count, 0);
  const { followers, posts: videos } = numbers.ofAccount(account);
  return { follower_count: followers, following_count: 0, likes_count: likes, video_count: videos };
}
