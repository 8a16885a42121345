/**
 * All that the service sends to a platform: logins, renewals, checks of connections, every kind of post, lookups after
 * lost responses, deletions, comments, reactions, replies, statistics and numbers of posts. The adapters run as in production, with the
 * sandbox as base URL.
 */
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import type { Http } from '../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { InteractionResult } from '../../src/platforms/port/interactions.js';
import type {
  Attached,
  Part,
  PartMedia,
  Platform,
  PlatformKey,
  PlatformSetup,
} from '../../src/platforms/port/platform.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import { contentsOf } from '../platforms/contents.js';
import { drive, losing, publishThrough } from '../platforms/driving.js';
import { logIn, loginRequestFor } from '../platforms/logging-in.js';
import type { MediaFiles } from '../platforms/media-files.js';
import { measuredContent, metricsRow } from '../platforms/metrics-rows.js';
import { attachedOf, clock, makePart, typedFor } from '../platforms/support.js';
import type { Logged } from './endpoint.js';

interface Scene {
  platform: Platform;
  box: Sandbox;
  files: MediaFiles;
  http: Http;
  owner: SandboxAccount;
  setup: PlatformSetup;
}

/** Sends it, and answers the page that starts a login as if it were a request. */
export async function exercise(platform: Platform, box: Sandbox, files: MediaFiles, http: Http): Promise<Logged[]> {
  const owner = box.createAccount(platform.key);
  // The operator sets no base URL for a platform whose accounts are on different servers.
  const baseUrl = platform.defaultBaseUrl === null ? null : owner.baseUrl;
  const setup = { ...NO_SETUP, client: box.clients[platform.key], scopes: SCOPES[platform.key] ?? null, baseUrl };
  const scene: Scene = { platform, box, files, http, owner, setup };
  const pages = await openLoginPage(scene);
  const accounts = [...(await connectByLogin(scene)), ...(await connectByForm(scene))];
  for (const account of accounts) await platform.probe?.(http, account, setup);
  const account = await renewed(scene, accounts[0]);
  const parts = await partsOf(scene, account);
  for (const make of parts) {
    const part = await make();
    const { step } = await drive(() => platform.publisher(http, setup, clock), part, account);
    if (step.kind !== 'published') throw new Error(`${platform.key}: ${JSON.stringify(step)}`);
    const { postedId, furtherIds = [] } = step;
    const numbers = platform.metrics?.open(http, setup);
    if (numbers && !part.isComment) ok(await numbers.ofPosts(account, [{ postedId, furtherIds }]));
    const unpublish = platform.unpublish?.(http, setup);
    if (unpublish && !part.isComment) ok(await unpublish(account, { postedId, furtherIds }));
    await loseEveryAnswer(scene, make, account);
  }
  if (platform.interactions) await interact(scene, account);
  if (platform.replies) await manageReplies(scene, account);
  if (platform.metrics) await readNumbers(scene, account);
  return pages;
}

/** More than the adapter's own, where that opens endpoints. */
const SCOPES: Partial<Record<PlatformKey, string[]>> = {
  shortvideo: ['user.info.basic', 'video.publish', 'video.upload', 'video.list', 'user.info.stats'],
  network: [
    ...['openid', 'profile', 'w_member_social', 'w_member_social_feed', 'r_member_postAnalytics'],
    ...['r_member_profileAnalytics', 'rw_organization_admin', 'w_organization_social'],
    // Of an approved partner, whose access can be renewed.
    'r_organization_social',
  ],
};

/** Without a base URL: the address that a browser is sent to. */
async function openLoginPage({ platform: { authorization }, http, setup, owner }: Scene): Promise<Logged[]> {
  if (!authorization) return [];
  const startedLogin = await authorization.begin(
    http,
    { ...setup, baseUrl: null },
    loginRequestFor(authorization, owner),
  );
  if (startedLogin.kind !== 'begun') throw new Error(`the login did not start: ${startedLogin.kind}`);
  const { href, origin, pathname, searchParams } = new URL(startedLogin.url);
  const isOwnServer = href.startsWith(owner.baseUrl);
  const path = isOwnServer ? pathname.slice(new URL(owner.baseUrl).pathname.length) : pathname;
  const url = isOwnServer ? null : origin + path;
  return [{ method: 'GET', path, url, query: Object.fromEntries(searchParams), headers: {} }];
}

const at = ({ owner }: Scene, attached: Attached): Account => ({
  ...attached,
  baseUrl: attached.baseUrl ?? owner.baseUrl,
});

async function connectByLogin(scene: Scene): Promise<Account[]> {
  const { platform, http, setup, owner, box } = scene;
  if (!platform.authorization) return [];
  const granted = await logIn(http, platform.authorization, setup, [owner]);
  if (granted.kind === 'failed') throw new Error(`${platform.key}: ${granted.failure.message}`);
  // A later login finds the client that the first one registered.
  const loginRequest = loginRequestFor(platform.authorization, owner);
  const clients = { ...loginRequest.clients, find: async () => box.clients[platform.key] };
  await platform.authorization.begin(http, setup, { ...loginRequest, clients });
  return granted.accounts.map((account) => at(scene, account));
}

async function connectByForm(scene: Scene): Promise<Account[]> {
  const { platform, http, owner } = scene;
  if (!platform.connector) return [];
  const values = { ...typedFor(platform, owner), ...(platform.key === 'skyfeed' && { service: '' }) };
  return [at(scene, attachedOf(await platform.connector.attach(http, values, scene.setup.baseUrl)))];
}

async function renewed({ platform, http, setup }: Scene, account: Account | undefined): Promise<Account> {
  if (!account) throw new Error(`${platform.key} gave no account`);
  if (!platform.session) return account;
  const refreshed = await platform.session(http, setup).refresh(account);
  if (refreshed.kind === 'failed') throw new Error(`${platform.key}: ${refreshed.failure.message}`);
  return { ...account, credentials: refreshed.credentials };
}

type MakePart = () => Promise<Part>;

/** Every kind of post, and every field that a post can have. */
async function partsOf(scene: Scene, account: Account): Promise<MakePart[]> {
  const { platform, files, http, setup } = scene;
  const { key } = platform;
  const { media, thread, comment } = platformRules[key];
  const part = (text: string, more: Partial<Part> = {}) =>
    makePart(text, { ...more, settings: { ...DEFAULT_SETTINGS[key], ...more.settings } });
  const described = (file: PartMedia): PartMedia => ({ ...file, altText: 'What it shows' });
  const image = async () => ({ ...described(await files.image()), focus: { x: 0.25, y: 0.5 } });
  const video = async (bytes?: number) => described(await files.video(bytes));
  const parts: MakePart[] = contentsOf(platform).map(
    ({ make }) =>
      () =>
        make(files),
  );
  if (media.image) parts.push(async () => part('Described', { media: [await image()] }));
  if (media.maxMixed !== null) parts.push(async () => part('Mixed', { media: [await image(), await video()] }));
  if (thread) {
    const { step } = await drive(() => platform.publisher(http, setup, clock), part('The first'), account);
    if (step.kind !== 'published') throw new Error(`${key}: ${JSON.stringify(step)}`);
    parts.push(async () => part('The second', { replyTo: step.postedId }));
  }
  if (comment && !comment.isReply) {
    const [first] = contentsOf(platform);
    const post = { ...(await first.make(files)), text: 'To comment on' };
    const { step } = await drive(() => platform.publisher(http, setup, clock), post, account);
    if (step.kind !== 'published') throw new Error(`${key}: ${JSON.stringify(step)}`);
    const on = { isComment: true, replyTo: step.postedId, threadId: step.postedId } as const;
    parts.push(async () => part('A comment', on));
  }
  const more: Partial<Record<PlatformKey, MakePart[]>> = {
    microblog: [
      async () => part('A GIF', { media: [await files.image('gif')] }),
      async () => part('In pieces', { media: [await video(5_000_000)] }),
    ],
    network: [async () => part('With @{urn:network:person:abc|Ann} and #tag (all of it)')],
    photogram: [
      async () => part('', { media: [await files.image()], settings: { videoType: 'STORIES' } }),
      async () => part('', { media: [await files.video()], settings: { videoType: 'STORIES' } }),
      async () => part('With a cover', { media: [await files.video()], videoTimestamp: 1000 }),
    ],
    threadtalk: [async () => part('Who may reply', { settings: { replyControl: 'mentioned_only' } })],
    shortvideo: [
      async () =>
        part('Commercial', {
          media: [await files.video()],
          videoTimestamp: 1000,
          settings: { commercialContent: true, brandOrganic: true },
        }),
    ],
    videohub: [async () => part('Described', { media: [await files.video()], settings: { title: 'Titled' } })],
    skyfeed: [
      async () => part(`A link https://example.com, @${scene.owner.username} and #tag`),
      async () => {
        const answer = { status: 501, body: { error: 'MethodNotImplemented', message: 'Method Not Implemented' } };
        scene.box.setFault({ platform: key, kind: 'answer', path: 'getUploadLimits', answer });
        return part('Without the video service', { media: [await video()] });
      },
    ],
    messenger: [
      async () => part('A GIF', { media: [await files.image('gif')] }),
      async () => part('Longer than a caption. '.repeat(60), { media: [await files.image()] }),
    ],
  };
  return [...parts, ...(more[key] ?? [])];
}

/** Publishes a part once for each of its writes, whose response is lost. */
async function loseEveryAnswer(scene: Scene, make: MakePart, account: Account): Promise<void> {
  const { platform, setup } = scene;
  for (let write = 1; ; write += 1) {
    const lossy = losing(scene.http, platform.key, write, 'after');
    const part = await make();
    const text = part.text && `${part.text} ${write}`;
    await publishThrough(() => platform.publisher(lossy.http, setup, clock), { ...part, text }, account);
    if (lossy.writes() < write) return;
  }
}

const ok = <T>(result: InteractionResult<T>): T => {
  if (result.kind === 'ok') return result.value;
  throw new Error(result.failure.message);
};

/** Comments, reactions and statistics. */
async function interact({ platform, http, setup, box, files }: Scene, account: Account): Promise<void> {
  const interactions = platform.interactions?.(http, setup);
  if (!interactions) return;
  // An upload whose success is not quite what the platform documents is looked up.
  box.setFault({
    platform: platform.key,
    kind: 'answer_after_store',
    path: '/uploaded-image',
    answer: { status: 200 },
  });
  const part = makePart('To talk about', { media: [await files.image()] });
  const { step } = await drive(() => platform.publisher(http, setup, clock), part, account);
  if (step.kind !== 'published') throw new Error(JSON.stringify(step));
  const { postedId } = step;
  const message = 'Well said, @{urn:network:person:abc|Ann} and @{urn:network:organization:1|Acme}';
  const { id, commentUrn } = ok(await interactions.comment(account, { postedId, message, parentComment: null }));
  ok(await interactions.comment(account, { postedId, message: 'Indeed', parentComment: commentUrn }));
  ok(await interactions.removeComment(account, { postedId, commentId: id }));
  const activity = /urn:network:activity:\d+/.exec(commentUrn)?.[0] ?? '';
  ok(await interactions.react(account, { postedId: activity, reactionType: 'LIKE' }));
  ok(await interactions.removeReaction(account, postedId));
  const range = { start: '2026-05-04', end: '2026-05-06' };
  ok(await interactions.followers(account));
  ok(await interactions.dailyFollowers(account, range));
  ok(await interactions.postMetric(account, postedId, 'IMPRESSION'));
  ok(await interactions.accountMetric(account, 'COMMENT', null));
  ok(await interactions.accountMetric(account, 'COMMENT', range));
  ok(await interactions.dailyAccountMetric(account, 'REACTION', range));
}

/** Lists the replies to a post in pages, hides one and shows it again. */
async function manageReplies({ platform, http, setup }: Scene, account: Account): Promise<void> {
  const replies = platform.replies?.(http, setup);
  if (!replies) return;
  const publish = async (text: string, replyTo: string | null): Promise<string> => {
    const part = makePart(text, { replyTo, settings: { ...DEFAULT_SETTINGS[platform.key] } });
    const { step } = await drive(() => platform.publisher(http, setup, clock), part, account);
    if (step.kind !== 'published') throw new Error(JSON.stringify(step));
    return step.postedId;
  };
  const postedId = await publish('To reply to', null);
  const replyId = await publish('First', postedId);
  await publish('Second', postedId);
  const { next } = ok(await replies.list(account, postedId, { limit: 1, after: null }));
  ok(await replies.list(account, postedId, { limit: 1, after: next }));
  ok(await replies.setHidden(account, replyId, true));
  ok(await replies.setHidden(account, replyId, false));
}

/** Reads the numbers of a post and of the account, also if a post is missing. */
async function readNumbers({ platform, http, setup, files }: Scene, account: Account): Promise<void> {
  const { metrics } = platform;
  if (!metrics) return;
  const part = await measuredContent(platform)(files);
  const { step } = await drive(() => platform.publisher(http, setup, clock), part, account);
  if (step.kind !== 'published') throw new Error(JSON.stringify(step));
  const { ofPosts, ofAccount } = metrics.open(http, setup);
  ok(await ofPosts(account, [{ postedId: step.postedId, furtherIds: step.furtherIds ?? [] }]));
  ok(await ofPosts(account, [{ postedId: metricsRow(platform.key).missing(step.postedId, 0), furtherIds: [] }]));
  ok(await ofAccount(account));
}
