import type { PastPostForm } from '../past-post.js';
import { digits } from '../random.js';
import { idAt } from './ids.js';
import { conversationOf, type PostRecord } from './posts.js';
import { showText } from './text.js';

export const microblogPastPost: PastPostForm = ({ text, publishedAt, media, replyTo = null }, { username }, parent) => {
  const postedId = idAt(publishedAt.getTime());
  const path = `/${username}/status/${postedId}`;
  const keys = media.map(() => `3_${digits(19)}`);
  const record: PostRecord = {
    ...showText(text, media.length === 0 ? undefined : { url: `https://x.com${path}/photo/1`, keys }),
    created_at: publishedAt.toISOString(),
    in_reply_to: replyTo,
    media: media.map(({ altText }, index) => ({ media_key: keys[index] ?? '', type: 'photo', alt_text: altText })),
    conversation_id: parent ? conversationOf(parent) : postedId,
  };
  return { postedId, url: `/microblog${path}`, record };
};
