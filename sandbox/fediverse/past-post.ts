import type { PastPostForm } from '../past-post.js';
import type { StatusRecord } from './entities.js';
import { idAt } from './ids.js';

export const fediversePastPost: PastPostForm = ({ text, publishedAt, media, replyTo = null }, { username }) => {
  const time = publishedAt.getTime();
  const postedId = idAt(time);
  const record: StatusRecord = {
    text,
    spoiler_text: '',
    visibility: 'public',
    sensitive: false,
    language: 'en',
    in_reply_to_id: replyTo,
    media: media.map(({ altText }, index) => ({ id: idAt(time, index + 1), description: altText })),
    created_at: publishedAt.toISOString(),
  };
  return { postedId, url: `/fediverse/@${username}/${postedId}`, record };
};
