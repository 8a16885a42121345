import type { PastPostForm } from '../past-post.js';
import { blobCid, cidOf } from './cid.js';
import { postCollection, type StoredRecord } from './records.js';
import { tidAt } from './tid.js';

const imageOf = ({
  altText,
  sha256,
  mimeType,
  bytes,
  width,
  height,
}: Parameters<PastPostForm>[0]['media'][number]) => ({
  alt: altText ?? '',
  image: { $type: 'blob', ref: { $link: blobCid(sha256) }, mimeType, size: bytes },
  ...(width !== null && height !== null && { aspectRatio: { width, height } }),
});

export const skyfeedPastPost: PastPostForm = ({ text, publishedAt, media }, { accountId, username }, parent) => {
  const rkey = tidAt(publishedAt.getTime());
  const uri = `at://${accountId}/${postCollection}/${rkey}`;
  const reply = parent && replyTo(parent.record as StoredRecord);
  const value = {
    $type: postCollection,
    text,
    createdAt: publishedAt.toISOString(),
    langs: ['en'],
    ...(reply && { reply }),
    ...(media.length > 0 && { embed: { $type: 'app.bsky.embed.images', images: media.map(imageOf) } }),
  };
  const record: StoredRecord = { uri, cid: cidOf(value), value };
  return { postedId: uri, url: `/skyfeed/profile/${username}/post/${rkey}`, record };
};

function replyTo({ uri, cid, value }: StoredRecord) {
  const parent = { uri, cid };
  const { root = parent } = (value.reply ?? {}) as { root?: typeof parent };
  return { root, parent };
}
