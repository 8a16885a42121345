import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { StoredPost } from '../store.js';
import type { SandboxMedia } from '../types.js';
import { contentHtml, contentTags } from './content.js';

export const visibilities = ['public', 'unlisted', 'private', 'direct'] as const;

/** The stored data of a status, from which its entity is rendered. */
export interface StatusRecord {
  text: string;
  spoiler_text: string;
  visibility: (typeof visibilities)[number];
  sensitive: boolean;
  language: string;
  in_reply_to_id: string | null;
  /** In the order of the post's media, which have the other fields. */
  media: { id: string; description: string | null }[];
  created_at: string;
}

interface Attachment {
  id: string;
  description: string | null;
  file: SandboxMedia;
  isProcessing?: boolean;
}

/** The application the tokens belong to. */
export const application = { name: 'Sandbox client', website: null };

export const scopes = ['read', 'write'];

/** The Account entity. */
export function accountEntity(context: SandboxContext, account: AccountCore): Record<string, unknown> {
  const { baseUrl, profileUrl, profileImageUrl, username, displayName, accountId } = context.present(account);
  const posts = context.store.postsOf('fediverse', accountId);
  const latest = posts.at(posts.length - 1);
  const { followers, posts: count } = context.numbers.ofAccount(account);
  return {
    id: accountId,
    username,
    acct: username,
    display_name: displayName,
    locked: false,
    bot: false,
    discoverable: true,
    indexable: false,
    group: false,
    created_at: '2023-01-01T00:00:00.000Z',
    note: '',
    url: profileUrl,
    uri: `${baseUrl}/users/${username}`,
    avatar: profileImageUrl,
    avatar_static: profileImageUrl,
    header: `${baseUrl}/headers/original/missing.png`,
    header_static: `${baseUrl}/headers/original/missing.png`,
    followers_count: followers,
    following_count: 0,
    statuses_count: count,
    last_status_at: latest ? latest.receivedAt.slice(0, 10) : null,
    hide_collections: null,
    noindex: false,
    emojis: [],
    roles: [],
    fields: [],
  };
}

/** The CredentialAccount entity: an account as its owner sees it. */
export function credentialAccount(context: SandboxContext, account: AccountCore): Record<string, unknown> {
  return {
    ...accountEntity(context, account),
    source: {
      privacy: 'public',
      sensitive: false,
      language: 'en',
      note: '',
      fields: [],
      follow_requests_count: 0,
      hide_collections: null,
      discoverable: true,
      indexable: false,
      attribution_domains: [],
      quote_policy: 'public',
    },
    role: { id: '-99', name: '', permissions: '65536', color: '', highlighted: false },
  };
}

/** The MediaAttachment entity; without addresses while the instance works on the file. */
export function attachmentEntity(
  context: SandboxContext,
  { id, description, file, isProcessing = false }: Attachment,
): Record<string, unknown> {
  const { mimeType, width, height } = file;
  const url = isProcessing ? null : `${context.url}/fediverse/media_attachments/${id}/original`;
  const original = width && height ? { width, height, size: `${width}x${height}`, aspect: width / height } : undefined;
  return {
    id,
    type: mimeType.startsWith('image/') ? 'image' : 'video',
    url,
    preview_url: url,
    remote_url: null,
    preview_remote_url: null,
    text_url: null,
    meta: original ? { original } : {},
    description,
    blurhash: null,
  };
}

/** The Status entity; its owner also sees the flags that are about the reader. */
export function statusEntity(context: SandboxContext, post: StoredPost, viewer: AccountCore | null) {
  const record = post.record as StatusRecord;
  const account = context.store.account('fediverse', post.accountId);
  const baseUrl = `${context.url}/fediverse`;
  const username = account?.username ?? '';
  const { reactions, comments, shares } = context.numbers.ofPost(post);
  // Some of those who share a status quote it.
  const quotes = Math.floor((shares ?? 0) / 4);
  const parent = record.in_reply_to_id && context.store.post('fediverse', '', record.in_reply_to_id);
  return {
    id: post.postedId,
    created_at: record.created_at,
    in_reply_to_id: record.in_reply_to_id,
    in_reply_to_account_id: parent ? parent.accountId : null,
    sensitive: record.sensitive,
    spoiler_text: record.spoiler_text,
    visibility: record.visibility,
    language: record.language,
    uri: `${baseUrl}/users/${username}/statuses/${post.postedId}`,
    url: context.url + post.url,
    replies_count: comments,
    reblogs_count: shares === undefined ? undefined : shares - quotes,
    favourites_count: reactions,
    quotes_count: shares === undefined ? undefined : quotes,
    edited_at: null,
    ...(viewer ? { favourited: false, reblogged: false, muted: false, bookmarked: false, filtered: [] } : {}),
    ...(viewer?.accountId === post.accountId ? { pinned: false } : {}),
    content: contentHtml(record.text, baseUrl),
    reblog: null,
    application,
    account: account ? accountEntity(context, account) : null,
    media_attachments: (post.media ?? []).map((file, index) => {
      const { id = '', description = null } = record.media[index] ?? {};
      return attachmentEntity(context, { id, description, file });
    }),
    mentions: [],
    tags: contentTags(record.text, baseUrl),
    emojis: [],
    card: null,
    poll: null,
    quote: null,
  };
}
