import type { Request, Router } from 'express';
import { z } from 'zod';
import type { AccountCore } from '../account.js';
import { Comments, commentedOn } from '../comments.js';
import { type Call, endpoint, type SandboxContext, type Wire } from '../exchange.js';
import { pick } from '../random.js';
import type { StoredPost } from '../store.js';
import type { Uploads } from './uploads.js';
import { read } from './video-form.js';
import { invalid, refuse } from './wire.js';

const scopes = ['https://www.googleapis.com/auth/youtube.force-ssl'];
const maxText = 10_000;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const partQuery = z.strictObject({ part: z.literal('snippet') });
const threadSchema = z.strictObject({
  snippet: z.strictObject({
    channelId: z.string().default(''),
    videoId: z.string().default(''),
    topLevelComment: z
      .strictObject({ snippet: z.strictObject({ textOriginal: z.string().default('') }).prefault({}) })
      .prefault({}),
  }),
});
const listQuery = z.strictObject({
  part: z.literal('snippet'),
  videoId: z.string().min(1),
  order: z.enum(['time', 'relevance']).default('time'),
  maxResults: z.coerce.number().int().min(1).max(100).default(20),
  textFormat: z.enum(['html', 'plainText']).default('html'),
  pageToken: z
    .string()
    .regex(/^[\w-]{1,20}$/)
    .optional(),
});

type Owners = (req: Request, scopes: readonly string[]) => readonly [AccountCore, ...AccountCore[]];

/** Adds /youtube/v3/commentThreads: comments of channels on their videos. */
export function addComments(
  router: Router,
  context: SandboxContext,
  { wire, owners, uploads }: { wire: Wire; owners: Owners; uploads: Uploads },
): void {
  const comments = new Comments(context, 'videohub');
  const path = '/youtube/v3/commentThreads';

  /** The stored video of one of the accounts, and which. */
  const videoOf = (accounts: readonly AccountCore[], id: string): { account: AccountCore; post: StoredPost } => {
    const video = uploads.video(id);
    const account = accounts.find(({ accountId }) => accountId === video?.accountId);
    const post = context.store.post('videohub', '', id);
    if (!video || !account || !post) {
      throw refuse(404, 'videoNotFound', 'The video identified by the videoId parameter could not be found.');
    }
    const { privacyStatus, selfDeclaredMadeForKids } = video.resource.status;
    if (privacyStatus === 'private' || selfDeclaredMadeForKids) {
      throw refuse(403, 'commentsDisabled', 'The video identified by the videoId parameter has disabled comments.');
    }
    return { account, post };
  };

  router.post(
    path,
    endpoint(context, wire, 'publish', (req): Call => {
      const accounts = owners(req, scopes);
      read(partQuery, req.query);
      const { channelId, videoId, topLevelComment } = read(threadSchema, req.body).snippet;
      const text = topLevelComment.snippet.textOriginal;
      if (channelId === '' || videoId === '') {
        throw invalid('channelOrVideoIdMissing', 'The comment thread names no channel or no video.');
      }
      if (text.trim() === '') throw invalid('commentTextRequired', 'The comment has no text.');
      if ([...text].length > maxText) throw invalid('commentTextTooLong', 'The comment has too many characters.');
      const { account, post } = videoOf(accounts, videoId);
      if (channelId !== account.accountId) {
        throw refuse(404, 'channelNotFound', 'The channel identified by the channelId could not be found.');
      }
      const run = async () => {
        const id = `Ug${pick(letters, 24)}`;
        const comment = await comments.add(req, account, { id, post, text, url: `${post.url}&lc=${id}` });
        return { status: 200, body: thread(account, comment, text) };
      };
      return { accountId: account.accountId, run };
    }),
  );

  router.get(
    path,
    endpoint(context, wire, 'other', (req): Call => {
      const accounts = owners(req, scopes);
      const { videoId, maxResults, textFormat, pageToken } = read(listQuery, req.query);
      const { account } = videoOf(accounts, videoId);
      const start = pageToken === undefined ? 0 : Number(Buffer.from(pageToken, 'base64url').toString());
      if (!Number.isInteger(start) || start < 0) throw invalid('invalidPageToken', 'The page token is invalid.');
      const run = () => {
        const all = comments.on(videoId);
        const end = start + maxResults;
        const items = all.slice(start, end).map((comment) => {
          const { text } = comment;
          return thread(account, comment, textFormat === 'html' ? toHtml(text) : text);
        });
        const next = end < all.length && { nextPageToken: Buffer.from(String(end)).toString('base64url') };
        const pageInfo = { totalResults: items.length, resultsPerPage: maxResults };
        return { status: 200, body: { kind: 'youtube#commentThreadListResponse', ...next, pageInfo, items } };
      };
      return { accountId: account.accountId, run };
    }),
  );
}

function thread({ accountId, displayName }: AccountCore, comment: StoredPost, textDisplay: string) {
  const { postedId: id, text: textOriginal, receivedAt } = comment;
  const publishedAt = receivedAt.replace(/\.\d+Z$/, 'Z');
  const on = { channelId: accountId, videoId: commentedOn(comment) };
  const author = { authorDisplayName: `@${displayName}`, authorChannelId: { value: accountId } };
  const times = { publishedAt, updatedAt: publishedAt };
  const snippet = { ...on, textDisplay, textOriginal, ...author, canRate: true, likeCount: 0, ...times };
  return {
    kind: 'youtube#commentThread',
    id,
    snippet: {
      ...on,
      topLevelComment: { kind: 'youtube#comment', id, snippet },
      canReply: true,
      totalReplyCount: 0,
      isPublic: true,
    },
  };
}

const toHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>');
