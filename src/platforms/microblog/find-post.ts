/**
 * Looks for a part among the account's posts: there is no idempotency key. An upload belongs to one post alone, so it
 * marks a part with media. A part without media is like a post that has its text, is in the same thread, is not older than
 * the part's first attempt and does not belong to another part.
 */
import { addressAt } from '../../foundation/http-client/address.js';
import { foundInList } from '../kit/alike.js';
import { creationTime, earliestCreation } from '../kit/earliest-creation.js';
import type { Account } from '../port/account.js';
import { normalized } from '../port/normalized.js';
import type { AlikePost, LivePost, LookupResult, Part } from '../port/platform.js';
import { DEFAULT_BASE_URL, type MicroblogClient, type Post } from './client.js';

/** 200 posts since the first attempt. */
const MAX_PAGES = 10;

/** `published`, `alike`, `absent`, `failed` while the platform cannot be read, `unsupported` if the result is inconclusive. */
export async function findPost(
  client: MicroblogClient,
  account: Account,
  part: Part,
  mediaIds: readonly string[],
): Promise<LookupResult> {
  // No post is without both: the media were not even uploaded.
  if (mediaIds.length === 0 && part.text.trim() === '') return { kind: 'absent' };
  const alike: AlikePost[] = [];
  let isUnclear = false;
  let next: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await client.posts(account.accountId, next);
    if (listed.kind === 'rejected') return listed.step;
    const { data, errors, meta } = listed.value;
    isUnclear ||= errors.length > 0;
    const earliest = earliestCreation(part, listed.answer);
    const since = data.filter(({ created_at }) => Date.parse(created_at) >= earliest);
    for (const post of since.filter(({ id }) => !part.taken?.has(id))) {
      if (mediaIds.length > 0) {
        if (hasMedia(post, mediaIds)) return published(account, post.id);
        continue;
      }
      const answer = isInThread(post, part.threadId ?? null) ? hasText(post, part.text) : 'no';
      const createdAt = creationTime(post.created_at, listed.answer);
      if (answer === 'yes') alike.push({ ...livePost(account, post.id), createdAt });
      isUnclear ||= answer === 'unclear';
    }
    next = meta.next_token ?? null;
    if (since.length < data.length || next === null) return foundInList(alike, !isUnclear);
  }
  return foundInList(alike, false);
}

const livePost = ({ baseUrl }: Account, id: string): LivePost => ({
  postedId: id,
  url: addressAt(baseUrl, DEFAULT_BASE_URL, `https://x.com/i/web/status/${id}`),
});

/** The step of a part that is a post. */
export const published = (account: Account, id: string) => ({ kind: 'published', ...livePost(account, id) }) as const;

type Answer = 'yes' | 'no' | 'unclear';

/** A media key is the number of the kind of media, then the id that the upload had. */
function hasMedia({ attachments }: Post, mediaIds: readonly string[]): boolean {
  const uploads = (attachments?.media_keys ?? []).map((key) => key.replace(/^\d+_/, ''));
  return uploads.some((id) => mediaIds.includes(id));
}

/** A conversation has the id of its first post. */
const isInThread = ({ id, conversation_id: conversation }: Post, threadId: string | null): boolean =>
  conversation === undefined || conversation === (threadId ?? id);

/** The platform's replacement of a link. */
const OWN_LINK = /https:\/\/t\.co\/\w+/;

function hasText({ text, attachments, entities }: Post, written: string): Answer {
  if (attachments?.media_keys?.length) return 'no';
  const targets = (entities?.urls ?? []).flatMap(({ url, expanded_url: target }) =>
    url && target ? { url, target } : [],
  );
  const stored = targets.reduce(
    (rest, { url, target }) => rest.replaceAll(url, () => asWritten(target, written)),
    text,
  );
  const wanted = plain(written);
  if ([stored, unescapeHtml(stored)].some((each) => plain(each) === wanted)) return 'yes';
  // A link whose target is not reported; the text around it can be compared all the same.
  const around = unescapeHtml(stored).split(OWN_LINK);
  const isLike = wanted.startsWith(plain(around[0] ?? '')) && wanted.endsWith(plain(around.at(-1) ?? ''));
  return around.length > 1 && isLike ? 'unclear' : 'no';
}

/** The target of a link as the part has it: with its scheme, or without. */
const asWritten = (target: string, written: string): string => {
  const bare = target.replace(/^https?:\/\//, '');
  return !written.includes(target) && written.includes(bare) ? bare : target;
};

/** A text without what the platform may change in it: white space around it, and how characters and links are written. */
const plain = (text: string): string =>
  normalized(text)
    .trim()
    .replace(/https?:\/\/\S+/gi, (url) => (URL.canParse(url) ? new URL(url).href : url));

const unescapeHtml = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
