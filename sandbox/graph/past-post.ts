import type { AccountCore } from '../account.js';
import type { PastPostForm } from '../past-post.js';
import type { SandboxPlatform } from '../types.js';
import { idAt } from './ids.js';

/** A past post that was made of containers; `text` is the type of media of a post without a file. */
export const containerPastPost =
  (forms: {
    platform: SandboxPlatform;
    text: string;
    path(account: AccountCore, postedId: string): string;
    more: Readonly<Record<string, unknown>>;
  }): PastPostForm =>
  ({ publishedAt, media, replyTo }, account) => {
    const postedId = idAt(publishedAt.getTime());
    const [file] = media;
    const children = media.length < 2 ? [] : media.map((_, index) => idAt(publishedAt.getTime(), index + 1));
    return {
      postedId,
      url: `/${forms.platform}${forms.path(account, postedId)}`,
      record: {
        ...forms.more,
        ...(replyTo !== undefined && { reply_to_id: replyTo }),
        ...(media.length === 1 && file?.altText && { alt_text: file.altText }),
        media_type: media.length === 0 ? forms.text : media.length === 1 ? 'IMAGE' : 'CAROUSEL_ALBUM',
        children: children.length === 0 ? undefined : { data: children.map((id) => ({ id })) },
        username: account.username,
      },
    };
  };
