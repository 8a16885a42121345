import { idAt } from '../graph/ids.js';
import type { PastPostForm } from '../past-post.js';

export const socialpagePastPost: PastPostForm = ({ text, publishedAt, media }, { accountId, username }) => {
  const time = publishedAt.getTime();
  const postedId = `${accountId}_${idAt(time)}`;
  const attachments = media.map(({ altText }, index) => ({
    id: idAt(time, index + 1),
    alt_text: altText ?? undefined,
  }));
  return { postedId, url: `/socialpage/${username}/posts/${postedId}`, record: { message: text, attachments } };
};
