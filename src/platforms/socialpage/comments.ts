/** Comments of a page on its posts and videos. */
import { z } from 'zod';
import { graphId } from '../graph/graph-api.js';
import { makeGraphComments } from '../graph/graph-comments.js';
import { webAddress } from '../kit/profile.js';
import { api, makePage } from './client.js';
import { commentFailures } from './failures.js';

/** What a token needs to comment. */
const COMMENT = 'pages_manage_engagement';

const commentSchema = z.object({
  id: graphId,
  created_time: z.string(),
  message: z.string().default(''),
  permalink_url: webAddress.optional(),
  from: z.object({ id: z.string() }).optional(),
});

/** The platform names a person only to apps that the person allows to see it. */
const authorOf = (id: string | undefined, accountId: string) => {
  if (id === undefined) return 'unknown';
  return id === accountId ? 'own' : 'other';
};

export const makeComments = makeGraphComments({
  api: { ...api, failures: commentFailures },
  scope: COMMENT,
  fields: 'id,created_time,message,permalink_url,from',
  query: { order: 'reverse_chronological' },
  listed: (postedId, { accountId }) =>
    commentSchema.transform(({ id, created_time: createdAt, message: text, permalink_url: url, from }) => ({
      id,
      createdAt,
      text,
      url: url ?? undefined,
      replyTo: postedId,
      author: authorOf(from?.id, accountId),
    })),
  address: (opened, { id }, account) => makePage(opened, account).address(id),
});
