/** Comments of the account on its media. */
import { z } from 'zod';
import { graphId } from '../graph/graph-api.js';
import { makeGraphComments } from '../graph/graph-comments.js';
import { fetchPermalink } from '../graph/graph-posts.js';
import { api } from './client.js';
import { commentFailures } from './failures.js';

/** What a token needs to write and list comments. */
const COMMENT = 'instagram_business_manage_comments';

const commentSchema = z.object({
  id: graphId,
  timestamp: z.string(),
  text: z.string().default(''),
  /** Only of comments that the account wrote. */
  user: z.object({ id: z.string() }).optional(),
});

export const makeComments = makeGraphComments({
  api: { ...api, failures: commentFailures },
  scope: COMMENT,
  fields: 'id,text,timestamp,user',
  listed: (postedId) =>
    commentSchema.transform(({ id, timestamp: createdAt, text, user }) => ({
      id,
      createdAt,
      text,
      replyTo: postedId,
      author: user === undefined ? 'unknown' : 'own',
    })),
  // A comment has no address: that of its post shows it.
  address: ({ graph }, { postedId }) => fetchPermalink(graph, postedId),
});
