/** Comments of the channel on its videos: /youtube/v3/commentThreads. They have no mark but their text. */
import { addressAt } from '../../foundation/http-client/address.js';
import type { Http } from '../../foundation/http-client/http.js';
import { foundInList } from '../kit/alike.js';
import { creationTime, earliestCreation } from '../kit/earliest-creation.js';
import { makeComparison } from '../kit/same-text.js';
import { type Commenter, mayNotComment } from '../kit/with-comments.js';
import type { Account } from '../port/account.js';
import type { AlikePost, LivePost, LookupResult, Part } from '../port/platform.js';
import { connect, DEFAULT_BASE_URL, type VideohubClient } from './client.js';

/** What a token needs to write and list comments. */
const COMMENT = 'https://www.googleapis.com/auth/youtube.force-ssl';

/** 1,000 comments since the first attempt. */
const MAX_PAGES = 10;

export const makeComments = (http: Http): Commenter => ({
  async comment({ text, replyTo }, account) {
    const connected = connect(http, account, 'write');
    if (connected.kind === 'failed') return connected;
    const scopes = (account.credentials.scopes ?? '').split(' ').filter(Boolean);
    const refused = mayNotComment('videohub', scopes, COMMENT);
    if (refused) return refused;
    const videoId = replyTo ?? '';
    const added = await connected.client.comment({ channelId: account.accountId, videoId, text });
    return added.kind === 'rejected'
      ? added.step
      : { kind: 'published', ...liveComment(account, videoId, added.value.id) };
  },
  async find(part, account) {
    const connected = connect(http, account, 'lookup');
    return connected.kind === 'failed' ? connected : findComment(connected.client, part, account);
  },
});

async function findComment(client: VideohubClient, part: Part, account: Account): Promise<LookupResult> {
  const videoId = part.replyTo ?? '';
  const compare = makeComparison(part.text);
  const alike: AlikePost[] = [];
  let isUnclear = false;
  let next: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await client.comments(videoId, next);
    if (listed.kind === 'rejected') return listed.step;
    const { comments, next: after } = listed.value;
    const earliest = earliestCreation(part, listed.answer);
    const recent = comments.filter(({ publishedAt }) => !(Date.parse(publishedAt) < earliest));
    for (const { id, text, publishedAt, authorId } of recent) {
      if (part.taken?.has(id) || (authorId !== undefined && authorId !== account.accountId)) continue;
      const likeness = compare(text);
      const createdAt = creationTime(publishedAt, listed.answer);
      const isOwn = authorId !== undefined;
      if (likeness === 'same' && isOwn) alike.push({ ...liveComment(account, videoId, id), createdAt });
      isUnclear ||= likeness === 'unclear' || (likeness === 'same' && !isOwn);
    }
    next = after;
    if (next === null || recent.length < comments.length) return foundInList(alike, !isUnclear);
  }
  return foundInList(alike, false);
}

const liveComment = ({ baseUrl }: Account, videoId: string, id: string): LivePost => ({
  postedId: id,
  url: addressAt(baseUrl, DEFAULT_BASE_URL, `https://www.youtube.com/watch?v=${videoId}&lc=${id}`),
});
