import type { PastPostForm } from '../past-post.js';
import { idAt, mediaId } from './ids.js';
import type { PostRecord } from './posts.js';

const escaped = (text: string): string => text.replace(/[\\|{}@[\]()<>#*_~]/g, '\\$&');

export const networkPastPost: PastPostForm = ({ text, publishedAt, media }, { accountId }) => {
  const postedId = `urn:li:share:${idAt(publishedAt.getTime())}`;
  const files = media.map(({ altText }) => ({
    id: `urn:li:image:${mediaId()}`,
    ...(altText !== null && { altText }),
  }));
  const [file] = files;
  const record: PostRecord = {
    author: `urn:li:person:${accountId}`,
    commentary: escaped(text),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED' },
    ...(file && { content: files.length === 1 ? { media: file } : { multiImage: { images: files } } }),
    lifecycleState: 'PUBLISHED',
  };
  return { postedId, url: `/network/feed/update/${postedId}`, record };
};
